import { CHILD_TYPES } from '@belfry/schemas/domain/companies';
import { ActionIcon } from '@mantine/core';
import { IconBraces, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { InlineConfirm } from '../../../../ui/inline-confirm.tsx';
import type { TreeNode } from '../company-tree.ts';
import { DELETE_QUESTION_MS } from '../tree-timings.ts';
import { DeleteCompanyCard } from './delete-company-card.tsx';

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
      {level > 0 && children.length === 0 && <DeleteNode node={node} tabIndex={tabIndex} onDelete={onDelete} />}
    </>
  );
}

type DeleteProps = { node: TreeNode; tabIndex: number; onDelete: (node: TreeNode) => void };

/** A company is asked about on a card of its own, the rest in the row. */
function DeleteNode({ node, tabIndex, onDelete }: DeleteProps) {
  const { t } = useTranslation('tree');
  const label = t('row.delete', { name: node.name });
  if (node.type === 'Company') {
    return <DeleteCompanyCard name={node.name} label={label} tabIndex={tabIndex} onConfirm={() => onDelete(node)} />;
  }
  return (
    <InlineConfirm
      question={t('delete.question')}
      yes={t('delete.yes')}
      no={t('delete.no')}
      cancelAfterMs={DELETE_QUESTION_MS}
      onConfirm={() => onDelete(node)}
    >
      {(opener) => (
        <ActionIcon {...opener} variant="subtle" color="error" tabIndex={tabIndex} aria-label={label} title={label}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </InlineConfirm>
  );
}
