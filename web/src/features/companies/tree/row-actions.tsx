import type { Action } from '@belfry/schemas/domain/actions';
import { CHILD_TYPES } from '@belfry/schemas/domain/companies';
import {
  IconArrowsMove,
  IconBraces,
  IconMap2,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import type { TreeNode } from './company-tree.ts';
import { Button, Group, Popover, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useEffect, useState, type ComponentProps } from 'react';
import { useReturnFocus } from '../../../lib/focus.ts';
import classes from './row-actions.module.css';

/** See TREE-32. */
const DELETE_QUESTION_MS = 5_000;

/** The actions of a row; those that the person may not take are absent. `onDelete` without `onMove` is not offered. */
export type RowActionHandlers = {
  onAdd?: ((node: TreeNode) => void) | undefined;
  onEdit?: ((node: TreeNode) => void) | undefined;
  onMove?: ((node: TreeNode) => void) | undefined;
  onDelete: (node: TreeNode) => void;
  onPeople?: ((node: TreeNode) => void) | undefined;
  onPlan?: ((node: TreeNode) => void) | undefined;
  onJson?: ((node: TreeNode) => void) | undefined;
  /** `node` null: what is above the tree. */
  may: (action: Action, node: number | null) => boolean;
};
type Props = { node: TreeNode; reachable: boolean; handlers: RowActionHandlers };

/** No add below a device, no edit or move of the main node, no delete of a node with children; see TREE-32. */
export function RowActions({ node, reachable, handlers }: Props) {
  const { t } = useTranslation(['tree', 'teams']);
  const { name, type, level, children } = node;
  const tabIndex = reachable ? 0 : -1;
  const { onAdd, onEdit, onMove, onDelete, onPeople, onPlan, onJson, may } = handlers;
  const edits = may('edit_places', node.company_id);
  // A branch is moved and deleted by who may change what is above it; see TEAM-3.
  const changesAbove = may('edit_places', node.parent_company_id);
  return (
    <>
      {onAdd && edits && CHILD_TYPES[type].length > 0 && (
        <RowButton icon={IconPlus} label={t('row.add', { name })} tabIndex={tabIndex} onClick={() => onAdd(node)} />
      )}
      {onEdit && edits && level > 0 && (
        <RowButton icon={IconPencil} label={t('row.edit', { name })} tabIndex={tabIndex} onClick={() => onEdit(node)} />
      )}
      {onMove && changesAbove && level > 0 && (
        <RowButton
          icon={IconArrowsMove}
          label={t('row.move', { name })}
          tabIndex={tabIndex}
          onClick={() => onMove(node)}
        />
      )}
      {onPeople && type !== 'Device' && may('manage_members', node.company_id) && (
        <RowButton
          icon={IconUsers}
          label={t('teams:open', { name })}
          tabIndex={tabIndex}
          onClick={() => onPeople(node)}
        />
      )}
      {onPlan && type !== 'Device' && (
        <RowButton icon={IconMap2} label={t('row.plan', { name })} tabIndex={tabIndex} onClick={() => onPlan(node)} />
      )}
      {onJson && (
        <RowButton icon={IconBraces} label={t('row.json', { name })} tabIndex={tabIndex} onClick={() => onJson(node)} />
      )}
      {onMove && changesAbove && level > 0 && children.length === 0 && (
        <DeleteQuestion node={node} tabIndex={tabIndex} onConfirm={() => onDelete(node)} />
      )}
    </>
  );
}

type DeleteQuestionProps = { node: TreeNode; tabIndex: number; onConfirm: () => void };

/**
 * The delete button of a row and its confirmation: Yes or No, for a company on the card 'Confirm Deletion'. A click elsewhere,
 * Escape and 5 s cancel it; see TREE-32. The confirmation is rendered while it is open only.
 */
function DeleteQuestion({ node, tabIndex, onConfirm }: DeleteQuestionProps) {
  const { t } = useTranslation('tree');
  const [asking, setAsking] = useState(false);
  return (
    <span className={classes.place}>
      <RowButton
        icon={IconTrash}
        label={t('row.delete', { name: node.name })}
        tabIndex={tabIndex}
        data-tone="error"
        aria-haspopup="dialog"
        aria-expanded={asking}
        onClick={() => setAsking(true)}
      />
      {asking && <Question node={node} onConfirm={onConfirm} onClose={() => setAsking(false)} />}
    </span>
  );
}

type QuestionProps = Pick<DeleteQuestionProps, 'node' | 'onConfirm'> & { onClose: () => void };

function Question({ node: { name, type }, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation('tree');
  const { start, clear } = useTimeout(onClose, DELETE_QUESTION_MS);
  useReturnFocus();
  useEffect(() => {
    start();
    return clear;
  }, [start, clear]);
  const confirm = (): void => {
    onClose();
    onConfirm();
  };
  const answers = (
    <>
      <Button size="compact-sm" color="error" onClick={confirm}>
        {t('delete.yes')}
      </Button>
      <Button size="compact-sm" variant="default" data-autofocus onClick={onClose}>
        {t('delete.no')}
      </Button>
    </>
  );
  return (
    <Popover
      opened
      onChange={(opened) => opened || onClose()}
      position="bottom-end"
      withArrow
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.anchor} aria-hidden />
      </Popover.Target>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is that of the library */}
      <Popover.Dropdown role="dialog" aria-label={t('row.delete', { name })}>
        {type === 'Company' ? (
          <>
            <Text fw={600}>{t('delete.title')}</Text>
            <Text size="sm" c="dimmed" mt={4} maw={240}>
              {t('delete.company', { name })}
            </Text>
            <Group justify="flex-end" gap="xs" mt="md">
              {answers}
            </Group>
          </>
        ) : (
          <Group gap="xs" wrap="nowrap">
            <Text size="sm">{t('delete.question')}</Text>
            {answers}
          </Group>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type RowButtonProps = Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> & { icon: Icon; label: string };

/** A button of a row. A plain element, because a tree renders hundreds of them while it is scrolled. */
const RowButton = ({ icon: Mark, label, ...button }: RowButtonProps) => (
  <button type="button" className={classes.button} aria-label={label} title={label} {...button}>
    <Mark size={16} aria-hidden />
  </button>
);
