import { useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefCallback,
} from 'react';
import { useMobile } from '../../../lib/use-mobile.ts';
import { nodeOf, type CompanyTree, type TreeNode } from '../company-tree.ts';
import type { OpenNodes } from '../open-nodes.ts';
import type { CheckState } from '../tree-selection.ts';
import { createTypeAhead, findTyped } from '../type-ahead.ts';
import { useTreeLibrary } from '../use-tree-library.ts';
import type { RowActionHandlers } from './row-actions.tsx';
import { TreeRow } from './tree-row.tsx';
import classes from './tree-view.module.css';

const ROW_PX = 36;
/** On a phone the current row has its buttons below its name. */
const CURRENT_ROW_PX = 72;
/** Rows beyond both edges, so that quick scrolling shows no gaps. */
const OVERSCAN = 10;
/** Keys of the library that would scroll the page too. */
const SCROLLING: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** A button of a row keeps the focus that a click gives it. */
const isAction = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-action]') !== null;

type Props = {
  label: string;
  tree: CompanyTree;
  open: OpenNodes;
  onOpen: (ids: readonly number[], open: boolean) => void;
  states: ReadonlyMap<number, CheckState>;
  onCheck: (id: number) => void;
  handlers: RowActionHandlers;
  /** The row to scroll to and to mark, or null. */
  target: number | null;
};

/**
 * The tree as rows, of which only those in sight are in the page. Arrows, Home, End and typing move the focus, space
 * checks. The library tells which rows there are and where the focus goes; it changes within, so this component is not
 * for the compiler.
 */
export function TreeView({ label, tree, open, onOpen, states, onCheck, handlers, target }: Props) {
  'use no memo';
  const box = useRef<HTMLDivElement>(null);
  /** While a press gives the focus to what is pressed. */
  const pressing = useRef(false);
  const [typeAhead] = useState(createTypeAhead);
  const { library, current, setFocused } = useTreeLibrary({
    tree,
    open,
    onOpen,
    scrollToIndex: (index) => rows.scrollToIndex(index),
  });
  const items = library.getItems();
  const tall = useMobile() ? current : null;
  const heightOf = (index: number): number => (index === tall ? CURRENT_ROW_PX : ROW_PX);
  // oxlint-disable-next-line react/incompatible-library -- that is why this component is not for the compiler
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    // The row that Tab reaches stays in the page, wherever it is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])]
        .filter((index) => index < items.length)
        .sort((one, other) => one - other),
  });

  useLayoutEffect(() => rows.measure(), [rows, tall]);

  const moveTo = (index: number): void => {
    items[index]?.setFocused();
    library.updateDomFocus();
  };
  // What has the focus goes with the row: it moves to the parent, once the click is over that gave it to the row.
  const remove = (node: TreeNode): void => {
    const parent = node.parent_company_id;
    setTimeout(() => {
      if (parent === null) return;
      setFocused(parent);
      library.updateDomFocus();
    });
    handlers.onDelete(node);
  };
  const press = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const row = target instanceof HTMLElement && target.getAttribute('role') === 'treeitem';
    if (!row || ctrlKey || metaKey || altKey) return;
    if (SCROLLING.has(key)) event.preventDefault();
    const id = items[current]?.getId();
    if (key === ' ' && id !== undefined) {
      event.preventDefault();
      onCheck(Number(id));
    } else if (key.length === 1 && key !== ' ') {
      const nameAt = (index: number): string => items[index]?.getItemName() ?? '';
      const at = findTyped(items.length, nameAt, current, typeAhead(key, event.timeStamp));
      if (at >= 0) moveTo(at);
    }
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
      onMouseDownCapture={() => {
        pressing.current = true;
        setTimeout(() => {
          pressing.current = false;
        });
      }}
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
                // A press brings the focus before its click: a row that moves under a finger would be missed. And a
                // question that is over gives it back to a button of a row that is about to go.
                onFocus: ({ target, currentTarget }) => {
                  if (target === currentTarget && !pressing.current) item.setFocused();
                },
                onClick: ({ target, currentTarget }) => {
                  item.setFocused();
                  if (!isAction(target)) currentTarget.focus({ preventScroll: true });
                },
              }}
              onToggle={() => (item.isExpanded() ? item.collapse() : item.expand())}
              onCheck={() => onCheck(company_id)}
              handlers={{ ...handlers, onDelete: remove }}
            />
          );
        })}
      </div>
    </div>
  );
}
