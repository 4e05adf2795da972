import { useMergedRef } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type RefCallback } from 'react';
import { nodeOf, type CompanyTree, type TreeNode } from '../company-tree.ts';
import type { OpenNodes } from '../open-nodes.ts';
import type { CheckState } from '../tree-selection.ts';
import { useNodeDrag, type NodeDrag } from '../use-node-drag.ts';
import { usePressFocus } from '../use-press-focus.ts';
import { useRowHandlers, type RowHandlers } from '../use-row-handlers.ts';
import { useTreeKeys } from '../use-tree-keys.ts';
import { useTreeLibrary } from '../use-tree-library.ts';
import { useTreeRows } from '../use-tree-rows.ts';
import type { RowActionHandlers } from './row-actions.tsx';
import { TreeRow, type TreeRowProps } from './tree-row.tsx';
import classes from './tree-view.module.css';

type Props = {
  label: string;
  tree: CompanyTree;
  open: OpenNodes;
  onOpen: (ids: readonly number[], open: boolean) => void;
  states: ReadonlyMap<number, CheckState>;
  onCheck: (id: number) => void;
  handlers: RowActionHandlers;
  /** Unfiltered. */
  whole: CompanyTree;
  onDrop: (id: number, parent: number) => void;
  onRename: RowHandlers['onRename'];
  /** The row that is to be visible, or null. */
  reveal: number | null;
  /** The row to scroll to and highlight, or null. */
  target: number | null;
};

/**
 * The tree as virtualised rows. Arrows, Home, End and typing move the focus, Space
 * toggles the check. The tree library returns the rows and the focus; it mutates its state, so this component is not
 * compiled by the React compiler.
 */
export function TreeView(props: Props) {
  'use no memo';
  const { label, tree, open, onOpen, states, onCheck, handlers, reveal, target } = props;
  const box = useRef<HTMLDivElement>(null);
  const { onMouseDownCapture, handlersOf } = usePressFocus();
  const { library, current, setFocused } = useTreeLibrary({
    tree,
    open,
    onOpen,
    scrollToIndex: (index) => rows.scrollToIndex(index),
  });
  const items = library.getItems();
  const rows = useTreeRows(box, items.length, current);
  const press = useTreeKeys({
    count: items.length,
    current,
    nameAt: (index) => items[index]?.getItemName() ?? '',
    onCheck: (index) => onCheck(Number(items[index]?.getId())),
    onMove: (index) => {
      items[index]?.setFocused();
      library.updateDomFocus();
    },
    onRename: (index) => startRename(nodeOf(tree, Number(items[index]?.getId()))),
  });
  const [renaming, setRenaming] = useState<number | null>(null);
  // The main node is edited in its own form.
  const startRename = (node: TreeNode | undefined): void => {
    if (node && node.level > 0) setRenaming(node.company_id);
  };
  const { drag, handlers: dragHandlers } = useNodeDrag({
    tree: props.whole,
    // The row in the tab order stays rendered, and the browser ends a drag whose row is removed.
    onStart: setFocused,
    onRest: (id) => onOpen([id], true),
    onDrop: props.onDrop,
  });
  // The focused row is removed: the focus moves to its parent, after the click that focused the row.
  const remove = (node: TreeNode): void => {
    const parent = node.parent_company_id;
    setTimeout(() => {
      if (parent === null) return;
      setFocused(parent);
      library.updateDomFocus();
    });
    handlers.onDelete(node);
  };
  const scrollToTarget = useEffectEvent((id: number) => {
    const { index } = library.getItemInstance(String(id)).getItemMeta();
    if (index < 0) return;
    setFocused(id);
    rows.scrollToIndex(index, { align: 'center' });
    box.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (target !== null) scrollToTarget(target);
  }, [target]);

  const indexOf = (id: number): number => library.getItemInstance(String(id)).getItemMeta().index;
  const revealed = reveal !== null && indexOf(reveal) >= 0 ? reveal : null;
  const scrollToRevealed = useEffectEvent((id: number) => rows.scrollToIndex(indexOf(id)));
  useEffect(() => {
    if (revealed !== null) scrollToRevealed(revealed);
  }, [revealed]);

  const rowHandlers = useRowHandlers({
    ...handlers,
    onDelete: remove,
    onRename: props.onRename,
    onRenameStart: startRename,
    onRenameEnd: ({ company_id }, refocus) => {
      setRenaming(null);
      if (!refocus) return;
      setFocused(company_id);
      library.updateDomFocus();
    },
    onCheck: ({ company_id }) => onCheck(company_id),
    onToggle: ({ company_id }) => {
      const item = library.getItemInstance(String(company_id));
      if (item.isExpanded()) item.collapse();
      else item.expand();
    },
  });
  const [register] = useState(() => library.registerElement);
  const container = useMergedRef(box, register);
  return (
    <div
      ref={container}
      role="tree"
      aria-label={label}
      className={classes.tree}
      aria-multiselectable
      tabIndex={-1}
      onKeyDown={press}
      onMouseDownCapture={onMouseDownCapture}
      {...dragHandlers}
    >
      <div role="presentation" className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index];
          const node = item && nodeOf(tree, Number(item.getId()));
          if (!item || !node) return null;
          const { company_id } = node;
          return (
            <TreeRow
              key={company_id}
              node={node}
              check={states.get(company_id) ?? false}
              open={item.isExpanded()}
              focused={index === current}
              highlighted={company_id === target}
              top={start}
              height={size}
              item={{
                ...(item.getProps() as { ref: RefCallback<HTMLElement> }),
                'aria-selected': undefined,
                tabIndex: index === current ? 0 : -1,
                ...handlersOf(item),
              }}
              scrolling={rows.isScrolling && index !== current}
              renaming={company_id === renaming}
              drop={dropOf(drag, company_id)}
              handlers={rowHandlers}
            />
          );
        })}
      </div>
    </div>
  );
}

/** What a row is for the node that is dragged. */
function dropOf(drag: NodeDrag | null, id: number): TreeRowProps['drop'] {
  if (drag?.id === id) return 'dragged';
  return drag?.over === id ? (drag.refusal ?? 'allowed') : null;
}
