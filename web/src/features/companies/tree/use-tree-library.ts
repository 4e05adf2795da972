import {
  buildProxiedInstance,
  hotkeysCoreFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react/react-compiler';
import { useMemo, useState } from 'react';
import { idsOf, nodeOf, type CompanyTree } from './company-tree.ts';
import { openIdsOf, type OpenNodes } from './rows/open-nodes.ts';

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
