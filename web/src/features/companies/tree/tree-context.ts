import { createContext, use, useState, useLayoutEffect, useMemo, useRef } from 'react';
import type { CompanyTree, TreeNode } from './company-tree.ts';
import type { RowActionHandlers } from './row-actions.tsx';
import type { OpenNodes } from './tree-address.ts';
import type { CheckState } from './tree-selection.ts';
import type { TreeInstance } from '@headless-tree/core';

type TreeState = {
  /** Every node. The rules of a move concern those too that the filter hides. */
  tree: CompanyTree;
  filtered: CompanyTree;
  open: OpenNodes;
  onOpen: (ids: readonly number[], open: boolean) => void;
  checks: ReadonlyMap<number, CheckState>;
  onCheck: (ids: readonly number[]) => void;
  visibleRow: number | null;
  highlightedRow: number | null;
  onRename: RowHandlers['onRename'];
  onDrop: (id: number, parent: number) => void;
  rowActions: RowActionHandlers;
};

export const TreeContext = createContext<TreeState | null>(null);

/** The state of the tree around a component; throws outside of a tree. */
export function useTreeState(): TreeState {
  const state = use(TreeContext);
  if (!state) throw new Error('useTreeState needs a TreeContext');
  return state;
}

type Options = { library: TreeInstance<string>; setFocused: (id: number) => void };

/**
 * What the rows of a tree do, with the focus that remains afterwards.
 * @returns `renaming`: the row whose name is being edited, or null
 */
export function useTreeRowActions({ library, setFocused }: Options) {
  'use no memo';
  const { rowActions, onCheck, onRename } = useTreeState();
  const [renaming, setRenaming] = useState<number | null>(null);
  const focus = (id: number): void => {
    setFocused(id);
    library.updateDomFocus();
  };
  // The main node is edited in its own form.
  const startRename = (node: TreeNode | undefined): void => {
    if (node && node.level > 0 && rowActions.may('edit_places', node.company_id)) setRenaming(node.company_id);
  };
  const rowHandlers = useRowHandlers({
    ...rowActions,
    onDelete: (node) => {
      const parent = node.parent_company_id;
      // The focused row is removed: the focus moves to its parent, after the click that focused the row.
      if (parent !== null) setTimeout(() => focus(parent));
      rowActions.onDelete(node);
    },
    onRename,
    onRenameStart: startRename,
    onRenameEnd: ({ company_id }, refocus) => {
      setRenaming(null);
      if (refocus) focus(company_id);
    },
    onCheck: ({ company_id }) => onCheck([company_id]),
    onToggle: ({ company_id }) => {
      const item = library.getItemInstance(String(company_id));
      if (item.isExpanded()) item.collapse();
      else item.expand();
    },
  });
  return { renaming, startRename, rowHandlers };
}

export type RowHandlers = RowActionHandlers & {
  onToggle: (node: TreeNode) => void;
  onCheck: (node: TreeNode) => void;
  onRenameStart: (node: TreeNode) => void;
  /** Resolves to the error text, or null on success. */
  onRename: (node: TreeNode, name: string) => Promise<string | null>;
  onRenameEnd: (node: TreeNode, refocus: boolean) => void;
};

/**
 * The same functions in every render, which call the latest ones. A row that gets the same properties is not rendered
 * again, and while a tree is scrolled that is nearly every row.
 */
function useRowHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const hasJson = handlers.onJson !== undefined;
  const hasPeople = handlers.onPeople !== undefined;
  const edits = handlers.onEdit !== undefined;
  const { may } = handlers;
  return useMemo(
    () => ({
      ...(edits && {
        onAdd: (node: TreeNode) => latest.current.onAdd?.(node),
        onEdit: (node: TreeNode) => latest.current.onEdit?.(node),
        onMove: (node: TreeNode) => latest.current.onMove?.(node),
      }),
      onPeople: hasPeople ? (node) => latest.current.onPeople?.(node) : undefined,
      may,
      onPlan: (node) => latest.current.onPlan?.(node),
      onDelete: (node) => latest.current.onDelete(node),
      onJson: hasJson ? (node) => latest.current.onJson?.(node) : undefined,
      onToggle: (node) => latest.current.onToggle(node),
      onCheck: (node) => latest.current.onCheck(node),
      onRenameStart: (node) => latest.current.onRenameStart(node),
      onRename: (node, name) => latest.current.onRename(node, name),
      onRenameEnd: (node, refocus) => latest.current.onRenameEnd(node, refocus),
    }),
    [hasJson, hasPeople, edits, may],
  );
}
