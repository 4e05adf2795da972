import { createContext, use } from 'react';
import type { CompanyTree } from './company-tree.ts';
import type { RowActionHandlers } from './row-actions.tsx';
import type { RowHandlers } from './row-handlers.ts';
import type { OpenNodes } from './tree-address.ts';
import type { CheckState } from './tree-selection.ts';

/** What the views of a tree show, and what can be done in them. */
export type TreeState = {
  /** Every node. The rules of a move concern those too that the filter hides. */
  tree: CompanyTree;
  /** The nodes that match the filter, with their branches and ancestors. */
  filtered: CompanyTree;
  open: OpenNodes;
  onOpen: (ids: readonly number[], open: boolean) => void;
  checks: ReadonlyMap<number, CheckState>;
  onCheck: (ids: readonly number[]) => void;
  /** The row that is to be visible, or null. */
  visibleRow: number | null;
  /** The row to scroll to and highlight, or null. */
  highlightedRow: number | null;
  onRename: RowHandlers['onRename'];
  /** A node was dropped on another one. */
  onDrop: (id: number, parent: number) => void;
  rowActions: RowActionHandlers;
};

/** Set by the panel of the tree. */
export const TreeContext = createContext<TreeState | null>(null);

/** The state of the tree around a component; throws outside of a tree. */
export function useTreeState(): TreeState {
  const state = use(TreeContext);
  if (!state) throw new Error('useTreeState needs a TreeContext');
  return state;
}
