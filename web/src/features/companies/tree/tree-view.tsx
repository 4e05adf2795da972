import { useMergedRef } from '@mantine/hooks';
import {
  useRef,
  useState,
  type RefCallback,
  useMemo,
  useLayoutEffect,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react';
import { nodeOf, idsOf, type CompanyTree } from './company-tree.ts';
import { useNodeDrag, type NodeDrag } from './node-move.ts';
import { usePressFocus, useTreeKeys } from './tree-focus.ts';
import { useTreeRowActions, useTreeState } from './tree-context.ts';
import { TreeRow, type TreeRowProps } from './tree-row.tsx';
import classes from './tree-view.module.css';
import {
  buildProxiedInstance,
  hotkeysCoreFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react/react-compiler';
import { openIdsOf, type OpenNodes } from './tree-address.ts';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useMobile } from '../../../lib/use-breakpoint.ts';

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

function dropOf(drag: NodeDrag | null, id: number): TreeRowProps['drop'] {
  if (drag?.id === id) return 'dragged';
  return drag?.over === id ? (drag.refusal ?? 'allowed') : null;
}

/** The library has one hidden root, below which are the roots of the tree. */
const ABOVE_ROOTS = 'roots';
const FEATURES = [syncDataLoaderFeature, hotkeysCoreFeature];

type Options = {
  tree: CompanyTree;
  open: OpenNodes;
  onOpen: (ids: readonly number[], open: boolean) => void;
  scrollToIndex: (index: number) => void;
};

/**
 * The rows of the open tree, and the focus that arrows, Home and End move. Items of the library are
 * created lazily, because creating 10,000 takes a second. The library mutates its state, so its callers
 * are not compiled by the React compiler either.
 * @returns the library, `current`: the index of the row that Tab reaches, and `setFocused` by id
 */
function useTreeLibrary({ tree, open, onOpen, scrollToIndex }: Options) {
  'use no memo';
  const [focusedItem, setFocusedItem] = useState<string | null>(null);
  const expandedItems = useMemo(() => openIdsOf(tree, open).map(String), [tree, open]);

  const tellOpened = (next: readonly string[]): void => {
    const [before, after] = [new Set(expandedItems), new Set(next)];
    const opened = next.filter((id) => !before.has(id));
    const closed = expandedItems.filter((id) => !after.has(id));
    if (opened.length > 0) onOpen(opened.map(Number), true);
    if (closed.length > 0) onOpen(closed.map(Number), false);
  };
  const library: TreeInstance<string> = useTree<string>({
    rootItemId: ABOVE_ROOTS,
    features: FEATURES,
    instanceBuilder: buildProxiedInstance,
    dataLoader: {
      getItem: (id) => id,
      getChildren: (id) =>
        idsOf(id === ABOVE_ROOTS ? tree.roots : (nodeOf(tree, Number(id))?.children ?? [])).map(String),
    },
    getItemName: (item) => nodeOf(tree, Number(item.getId()))?.name ?? '',
    isItemFolder: (item) => (nodeOf(tree, Number(item.getId()))?.children.length ?? 0) > 0,
    // Arrows move the caret in the field of a name.
    ignoreHotkeysOnInputs: true,
    state: { expandedItems, focusedItem },
    setExpandedItems: (next) => typeof next !== 'function' && tellOpened(next),
    setFocusedItem,
    scrollToItem: (item) => scrollToIndex(item.getItemMeta().index),
  })();
  // A row that was removed, or is in a closed branch, has no index: then the first row is in the tab order.
  const current = focusedItem === null ? 0 : Math.max(0, library.getItemInstance(focusedItem).getItemMeta().index);
  return { library, current, setFocused: (id: number) => library.getItemInstance(String(id)).setFocused() };
}

const ROW_PX = 36;
/** px of the current row on a phone, with its buttons below its name. */
const CURRENT_ROW_PX = 72;
/** Rows that are rendered beyond both edges, so that quick scrolling shows no gaps. */
const OVERSCAN = 10;

/**
 * The rows of the tree that are rendered, and their positions. The virtualizer mutates its state, so this hook and its callers are
 * not compiled by the React compiler.
 * @param current the index of the row that Tab reaches
 */
function useTreeRows(box: RefObject<HTMLElement | null>, count: number, current: number) {
  'use no memo';
  const tall = useMobile() ? current : null;
  const heightOf = (index: number): number => (index === tall ? CURRENT_ROW_PX : ROW_PX);
  // oxlint-disable-next-line react/incompatible-library -- this hook is not compiled
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    // The row in the tab order stays rendered wherever the list is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])]
        .filter((index) => index < count)
        .sort((one, other) => one - other),
  });
  useLayoutEffect(() => rows.measure(), [rows, tall]);
  return rows;
}

type UseTreeScrollOptions = {
  library: TreeInstance<string>;
  rows: ReturnType<typeof useTreeRows>;
  box: RefObject<HTMLElement | null>;
  setFocused: (id: number) => void;
  /** The row to scroll to and focus, or null. */
  highlightedRow: number | null;
  /** The row that is to be visible, or null. */
  visibleRow: number | null;
};

/** Scrolls to a row when it is to be highlighted, and to one that is to be visible as soon as it exists. */
function useTreeScroll({ library, rows, box, setFocused, highlightedRow, visibleRow }: UseTreeScrollOptions): void {
  'use no memo';
  const indexOf = (id: number): number => library.getItemInstance(String(id)).getItemMeta().index;
  const scrollToHighlighted = useEffectEvent((id: number) => {
    const index = indexOf(id);
    if (index < 0) return;
    setFocused(id);
    rows.scrollToIndex(index, { align: 'center' });
    box.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (highlightedRow !== null) scrollToHighlighted(highlightedRow);
  }, [highlightedRow]);

  const existing = visibleRow !== null && indexOf(visibleRow) >= 0 ? visibleRow : null;
  const scrollToVisible = useEffectEvent((id: number) => rows.scrollToIndex(indexOf(id)));
  useEffect(() => {
    if (existing !== null) scrollToVisible(existing);
  }, [existing]);
}
