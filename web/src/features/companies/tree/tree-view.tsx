import { useMergedRef } from '@mantine/hooks';
import { useRef, useState, type RefCallback } from 'react';
import { nodeOf } from './company-tree.ts';
import { useNodeDrag, type NodeDrag } from './node-move.ts';
import { usePressFocus, useTreeKeys } from './tree-focus.ts';
import { useTreeRowActions, useTreeState } from './tree-context.ts';
import { useTreeLibrary, useTreeRows, useTreeScroll } from './use-tree-library.ts';
import { TreeRow, type TreeRowProps } from './tree-row.tsx';
import classes from './tree-view.module.css';

/**
 * The tree as virtualised rows. Arrows, Home, End and typing move the focus, Space
 * toggles the check. The tree library returns the rows and the focus; it mutates its state, so this component is not
 * compiled by the React compiler.
 */
export function TreeView({ label }: { label: string }) {
  'use no memo';
  const state = useTreeState();
  const { filtered: tree, open, onOpen, checks, onCheck, visibleRow, highlightedRow } = state;
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
  const { renaming, startRename, rowHandlers } = useTreeRowActions({ library, setFocused });
  const press = useTreeKeys({
    count: items.length,
    current,
    nameAt: (index) => items[index]?.getItemName() ?? '',
    onCheck: (index) => onCheck([Number(items[index]?.getId())]),
    onMove: (index) => {
      items[index]?.setFocused();
      library.updateDomFocus();
    },
    onRename: (index) => startRename(nodeOf(tree, Number(items[index]?.getId()))),
  });
  const { drag, handlers: dragHandlers } = useNodeDrag({
    tree: state.tree,
    // The row in the tab order stays rendered, and the browser ends a drag whose row is removed.
    onStart: setFocused,
    onPause: (id) => onOpen([id], true),
    onDrop: state.onDrop,
  });
  useTreeScroll({ library, rows, box, setFocused, highlightedRow, visibleRow });
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
              check={checks.get(company_id) ?? false}
              open={item.isExpanded()}
              focused={index === current}
              highlighted={company_id === highlightedRow}
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
