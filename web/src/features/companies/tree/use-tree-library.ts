import {
  buildProxiedInstance,
  hotkeysCoreFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react/react-compiler';
import { useMemo, useState, useLayoutEffect, type RefObject, useEffect, useEffectEvent } from 'react';
import { idsOf, nodeOf, type CompanyTree } from './company-tree.ts';
import { openIdsOf, type OpenNodes } from './tree-address.ts';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useMobile } from '../../../lib/use-breakpoint.ts';

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
export function useTreeLibrary({ tree, open, onOpen, scrollToIndex }: Options) {
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
export function useTreeRows(box: RefObject<HTMLElement | null>, count: number, current: number) {
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
export function useTreeScroll({
  library,
  rows,
  box,
  setFocused,
  highlightedRow,
  visibleRow,
}: UseTreeScrollOptions): void {
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
