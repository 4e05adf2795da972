import { type Action, allows } from '@belfry/schemas/domain/actions';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useCallback, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useRightsAlong, useRightsIn } from '../../teams/teams-api.ts';
import { type CompanyTree, idsOf, pathTo, type TreeNode } from './company-tree.ts';
import type { RowActionHandlers } from './row-actions.tsx';
import type { TreeDialog } from './tree-dialogs.tsx';

type Options = {
  ownerId: number;
  tree: CompanyTree;
  onOpen: (dialog: TreeDialog) => void;
  onDelete: (node: TreeNode) => Promise<unknown>;
};
/** What the buttons of a row do: most open a dialog; JSON is for administrators. Stable, because each row is memoised. */
export function useRowActions({ ownerId, tree, onOpen, onDelete }: Options): RowActionHandlers {
  const admin = isAdministrator(useSelector(selectRole) ?? 'user');
  const rights = useRightsIn(ownerId);
  const rightsAlong = useRightsAlong(ownerId);
  const may = useCallback(
    (action: Action, id: number | null) =>
      allows(rightsAlong(id === null ? [] : [...idsOf(pathTo(tree, id)), id]), action),
    [rightsAlong, tree],
  );
  const [edits, manages] = [allows(rights, 'edit_places'), allows(rights, 'manage_members')];
  return useMemo(
    () => ({
      ...(edits && {
        onAdd: (node) => onOpen({ kind: 'add', id: node.company_id }),
        onEdit: (node) => onOpen({ kind: 'edit', id: node.company_id }),
        onMove: (node) => onOpen({ kind: 'move', id: node.company_id }),
      }),
      may,
      onDelete: (node) => void onDelete(node),
      onPeople: manages ? (node) => onOpen({ kind: 'people', id: node.company_id }) : undefined,
      onPlan: (node) => onOpen({ kind: 'plan', id: node.company_id }),
      onJson: admin ? (node) => onOpen({ kind: 'json', id: node.company_id }) : undefined,
    }),
    [admin, edits, manages, may, onOpen, onDelete],
  );
}
