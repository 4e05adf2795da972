import { CHILD_TYPES } from '@belfry/schemas/domain/companies';
import { ActionIcon } from '@mantine/core';
import { IconBraces, IconPencil, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../company-tree.ts';
import { DeleteQuestion } from './delete-question.tsx';

/** What a row can ask for; `onJson` is absent for those who may not see it. */
export type RowActionHandlers = {
  onAdd: (node: TreeNode) => void;
  onEdit: (node: TreeNode) => void;
  onDelete: (node: TreeNode) => void;
  onJson?: ((node: TreeNode) => void) | undefined;
};
type Props = { node: TreeNode; reachable: boolean; handlers: RowActionHandlers };

/** Nothing below a device, no edit of the main node, no delete of what has children (specification 002 §2.11). */
export function RowActions({ node, reachable, handlers }: Props) {
  const { t } = useTranslation('tree');
  const { name, type, level, children } = node;
  const tabIndex = reachable ? 0 : -1;
  const { onAdd, onEdit, onDelete, onJson } = handlers;
  return (
    <>
      {CHILD_TYPES[type].length > 0 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={tabIndex}
          aria-label={t('row.add', { name })}
          title={t('row.add', { name })}
          onClick={() => onAdd(node)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      )}
      {level > 0 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={tabIndex}
          aria-label={t('row.edit', { name })}
          title={t('row.edit', { name })}
          onClick={() => onEdit(node)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {onJson && (
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={tabIndex}
          aria-label={t('row.json', { name })}
          title={t('row.json', { name })}
          onClick={() => onJson(node)}
        >
          <IconBraces size={16} aria-hidden />
        </ActionIcon>
      )}
      {level > 0 && children.length === 0 && (
        <DeleteQuestion node={node} tabIndex={tabIndex} onConfirm={() => onDelete(node)} />
      )}
    </>
  );
}
