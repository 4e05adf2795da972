import { hotkeysCoreFeature, syncDataLoaderFeature } from '@headless-tree/core';
import { useTree } from '@headless-tree/react/react-compiler';
import { useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefCallback,
} from 'react';
import { useMobile } from '../../../../lib/use-mobile.ts';
import { nodeOf, type CompanyTree } from '../company-tree.ts';
import { openIdsOf, type OpenNodes } from '../open-nodes.ts';
import type { CheckState } from '../tree-selection.ts';
import { createTypeAhead, findTyped } from '../type-ahead.ts';
import type { RowActionHandlers } from './row-actions.tsx';
import { TreeRow } from './tree-row.tsx';
import classes from './tree-view.module.css';

const ROW_PX = 36;
/** On a phone the current row has its buttons below its name. */
const CURRENT_ROW_PX = 72;
/** Rows beyond both edges, so that quick scrolling shows no gaps. */
const OVERSCAN = 10;
/** The library hides its root; ours are below it. */
const ABOVE_ROOTS = 'roots';
const FEATURES = [syncDataLoaderFeature, hotkeysCoreFeature];
/** Keys of the library that would scroll the page too. */
const SCROLLING: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

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
  const [focusedItem, setFocusedItem] = useState<string | null>(null);
  const [typeAhead] = useState(createTypeAhead);
  const expandedItems = useMemo(() => openIdsOf(tree, open).map(String), [tree, open]);
  const library = useTree<string>({
    rootItemId: ABOVE_ROOTS,
    features: FEATURES,
    dataLoader: {
      getItem: (id) => id,
      getChildren: (id) =>
        (id === ABOVE_ROOTS ? tree.roots : (nodeOf(tree, Number(id))?.children ?? [])).map(({ company_id }) =>
          String(company_id),
        ),
    },
    getItemName: (item) => nodeOf(tree, Number(item.getId()))?.name ?? '',
    isItemFolder: (item) => (nodeOf(tree, Number(item.getId()))?.children.length ?? 0) > 0,
    state: { expandedItems, focusedItem },
    setExpandedItems: (next) => typeof next !== 'function' && tellOpened(next),
    setFocusedItem,
    scrollToItem: (item) => rows.scrollToIndex(item.getItemMeta().index),
  })();
  const items = library.getItems();
  const found = items.findIndex((item) => item.getId() === focusedItem);
  const focused = Math.max(0, found);
  const tall = useMobile() ? focused : null;
  const heightOf = (index: number): number => (index === tall ? CURRENT_ROW_PX : ROW_PX);
  // oxlint-disable-next-line react/incompatible-library -- that is why this component is not for the compiler
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    getItemKey: (index) => items[index]?.getId() ?? index,
    // The row that Tab reaches stays in the page, wherever it is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focused])]
        .filter((index) => index < items.length)
        .sort((one, other) => one - other),
  });

  useLayoutEffect(() => rows.measure(), [rows, tall]);

  function tellOpened(next: readonly string[]): void {
    const [before, after] = [new Set(expandedItems), new Set(next)];
    const opened = next.filter((id) => !before.has(id));
    const closed = expandedItems.filter((id) => !after.has(id));
    if (opened.length > 0) onOpen(opened.map(Number), true);
    if (closed.length > 0) onOpen(closed.map(Number), false);
  }
  const moveTo = (index: number): void => {
    items[index]?.setFocused();
    library.updateDomFocus();
  };
  const press = (event: KeyboardEvent): void => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const row = target instanceof HTMLElement && target.getAttribute('role') === 'treeitem';
    if (!row || ctrlKey || metaKey || altKey) return;
    if (SCROLLING.has(key)) event.preventDefault();
    const id = items[focused]?.getId();
    if (key === ' ' && id !== undefined) {
      event.preventDefault();
      onCheck(Number(id));
    } else if (key.length === 1 && key !== ' ') {
      const names = items.map((item) => item.getItemName());
      const at = findTyped(names, focused, typeAhead(key, event.timeStamp));
      if (at >= 0) moveTo(at);
    }
  };

  const scrollToTarget = useEffectEvent((id: number) => {
    const index = items.findIndex((item) => item.getId() === String(id));
    if (index < 0) return;
    setFocusedItem(String(id));
    rows.scrollToIndex(index, { align: 'center' });
    box.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (target !== null) scrollToTarget(target);
  }, [target]);

  const { ref, ...containerProps } = library.getContainerProps(label) as { ref: RefCallback<HTMLElement> };
  const container = useMergedRef(box, ref);
  return (
    <div
      {...containerProps}
      ref={container}
      role="tree"
      className={classes.tree}
      aria-multiselectable
      tabIndex={-1}
      onKeyDown={press}
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
              focused={index === focused}
              highlighted={company_id === target}
              top={start}
              height={size}
              item={{
                ...(item.getProps() as { ref: RefCallback<HTMLElement> }),
                'aria-selected': undefined,
                tabIndex: index === focused ? 0 : -1,
                onClick: () => item.setFocused(),
                onFocus: () => item.setFocused(),
              }}
              onToggle={() => (item.isExpanded() ? item.collapse() : item.expand())}
              onCheck={() => onCheck(company_id)}
              handlers={handlers}
            />
          );
        })}
      </div>
    </div>
  );
}
