import type { TreeInstance } from '@headless-tree/core';
import { useState } from 'react';
import type { TreeNode } from '../company-tree.ts';
import type { RowActionHandlers } from '../components/row/row-actions.tsx';
import { useRowHandlers, type RowHandlers } from './use-row-handlers.ts';

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
