import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../api/session/session-slice.ts';
import type { TreeDialog } from './components/dialogs/tree-dialogs.tsx';
import type { RowActionHandlers } from './components/row/row-actions.tsx';
import type { TreeNode } from './company-tree.ts';

type Options = { onOpen: (dialog: TreeDialog) => void; onDelete: (node: TreeNode) => Promise<unknown> };

/** What the buttons of a row do: most open a dialog; JSON is for administrators. Stable, because each row is memoised. */
export function useRowActionHandlers({ onOpen, onDelete }: Options): RowActionHandlers {
  const admin = isAdministrator(useSelector(selectRole) ?? 'user');
  return useMemo(
    () => ({
      onAdd: (node) => onOpen({ kind: 'add', id: node.company_id }),
      onEdit: (node) => onOpen({ kind: 'edit', id: node.company_id }),
      onMove: (node) => onOpen({ kind: 'move', id: node.company_id }),
      onDelete: (node) => void onDelete(node),
      onJson: admin ? (node) => onOpen({ kind: 'json', id: node.company_id }) : undefined,
    }),
    [admin, onOpen, onDelete],
  );
}
