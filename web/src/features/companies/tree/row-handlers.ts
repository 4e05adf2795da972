import type { TreeInstance } from '@headless-tree/core';
import { useState, useLayoutEffect, useMemo, useRef } from 'react';
import type { TreeNode } from './company-tree.ts';
import type { RowActionHandlers } from './row-actions.tsx';

type Options = {
  library: TreeInstance<string>;
  setFocused: (id: number) => void;
  handlers: RowActionHandlers;
  onCheck: (id: number) => void;
  onRename: RowHandlers['onRename'];
};

/**
 * What the rows of a tree do, with the focus that remains afterwards.
 * @returns `renaming`: the row whose name is being edited, or null
 */
export function useTreeRowActions({ library, setFocused, handlers, onCheck, onRename }: Options) {
  'use no memo';
  const [renaming, setRenaming] = useState<number | null>(null);
  const focus = (id: number): void => {
    setFocused(id);
    library.updateDomFocus();
  };
  // The main node is edited in its own form.
  const startRename = (node: TreeNode | undefined): void => {
    if (node && node.level > 0) setRenaming(node.company_id);
  };
  const rowHandlers = useRowHandlers({
    ...handlers,
    onDelete: (node) => {
      const parent = node.parent_company_id;
      // The focused row is removed: the focus moves to its parent, after the click that focused the row.
      if (parent !== null) setTimeout(() => focus(parent));
      handlers.onDelete(node);
    },
    onRename,
    onRenameStart: startRename,
    onRenameEnd: ({ company_id }, refocus) => {
      setRenaming(null);
      if (refocus) focus(company_id);
    },
    onCheck: ({ company_id }) => onCheck(company_id),
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
  return useMemo(
    () => ({
      onAdd: (node) => latest.current.onAdd(node),
      onEdit: (node) => latest.current.onEdit(node),
      onMove: (node) => latest.current.onMove(node),
      onDelete: (node) => latest.current.onDelete(node),
      onJson: hasJson ? (node) => latest.current.onJson?.(node) : undefined,
      onToggle: (node) => latest.current.onToggle(node),
      onCheck: (node) => latest.current.onCheck(node),
      onRenameStart: (node) => latest.current.onRenameStart(node),
      onRename: (node, name) => latest.current.onRename(node, name),
      onRenameEnd: (node, refocus) => latest.current.onRenameEnd(node, refocus),
    }),
    [hasJson],
  );
}
