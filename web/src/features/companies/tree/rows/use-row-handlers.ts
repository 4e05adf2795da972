import { useLayoutEffect, useMemo, useRef } from 'react';
import type { TreeNode } from '../company-tree.ts';
import type { RowActionHandlers } from '../components/row/row-actions.tsx';

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
export function useRowHandlers(handlers: RowHandlers): RowHandlers {
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
