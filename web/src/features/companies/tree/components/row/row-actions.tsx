import { CHILD_TYPES } from '@belfry/schemas/domain/companies';
import { IconArrowsMove, IconBraces, IconPencil, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../../company-tree.ts';
import { DeleteQuestion } from '../dialogs/delete-question.tsx';
import { RowButton } from './row-button.tsx';

/** The actions of a row; `onJson` is absent for users who may not see the JSON. */
export type RowActionHandlers = {
  onAdd: (node: TreeNode) => void;
  onEdit: (node: TreeNode) => void;
  onMove: (node: TreeNode) => void;
  onDelete: (node: TreeNode) => void;
  onJson?: ((node: TreeNode) => void) | undefined;
};
type Props = { node: TreeNode; reachable: boolean; handlers: RowActionHandlers };

/** No add below a device, no edit or move of the main node, no delete of a node with children; see TREE-32. */
export function RowActions({ node, reachable, handlers }: Props) {
  const { t } = useTranslation('tree');
  const { name, type, level, children } = node;
  const tabIndex = reachable ? 0 : -1;
  const { onAdd, onEdit, onMove, onDelete, onJson } = handlers;
  return (
    <>
      {CHILD_TYPES[type].length > 0 && (
        <RowButton icon={IconPlus} label={t('row.add', { name })} tabIndex={tabIndex} onClick={() => onAdd(node)} />
      )}
      {level > 0 && (
        <RowButton icon={IconPencil} label={t('row.edit', { name })} tabIndex={tabIndex} onClick={() => onEdit(node)} />
      )}
      {level > 0 && (
        <RowButton
          icon={IconArrowsMove}
          label={t('row.move', { name })}
          tabIndex={tabIndex}
          onClick={() => onMove(node)}
        />
      )}
      {onJson && (
        <RowButton icon={IconBraces} label={t('row.json', { name })} tabIndex={tabIndex} onClick={() => onJson(node)} />
      )}
      {level > 0 && children.length === 0 && (
        <DeleteQuestion node={node} tabIndex={tabIndex} onConfirm={() => onDelete(node)} />
      )}
    </>
  );
}
