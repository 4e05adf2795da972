import { useMergedRef } from '@mantine/hooks';
import { useRef, useState, type RefCallback } from 'react';
import { nodeOf, type CompanyTree } from '../company-tree.ts';
import type { OpenNodes } from '../rows/open-nodes.ts';
import type { CheckState } from '../selection/tree-selection.ts';
import { useNodeDrag, type NodeDrag } from '../move/use-node-drag.ts';
import { usePressFocus } from '../rows/use-press-focus.ts';
import type { RowHandlers } from '../rows/use-row-handlers.ts';
import { useTreeKeys } from '../rows/use-tree-keys.ts';
import { useTreeLibrary } from '../use-tree-library.ts';
import { useTreeRowActions } from '../rows/use-tree-row-actions.ts';
import { useTreeRows } from '../rows/use-tree-rows.ts';
import { useTreeScroll } from '../reveal/use-tree-scroll.ts';
import type { RowActionHandlers } from './row/row-actions.tsx';
import { TreeRow, type TreeRowProps } from './row/tree-row.tsx';
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
  const { renaming, startRename, rowHandlers } = useTreeRowActions({
    library,
    setFocused,
    handlers,
    onCheck,
    onRename: props.onRename,
  });
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
  const { drag, handlers: dragHandlers } = useNodeDrag({
    tree: props.whole,
    // The row in the tab order stays rendered, and the browser ends a drag whose row is removed.
    onStart: setFocused,
    onRest: (id) => onOpen([id], true),
    onDrop: props.onDrop,
  });
  useTreeScroll({ library, rows, box, setFocused, target, reveal });
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
