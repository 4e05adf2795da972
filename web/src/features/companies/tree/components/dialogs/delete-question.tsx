import { Button, Group, Popover, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../../../lib/focus.ts';
import type { TreeNode } from '../../company-tree.ts';
import { DELETE_QUESTION_MS } from '../../tree-timings.ts';
import classes from './delete-question.module.css';
import { RowButton } from '../row/row-button.tsx';

type Props = { node: TreeNode; tabIndex: number; onConfirm: () => void };

/**
 * The delete button of a row and its confirmation: Yes or No, for a company on the card 'Confirm Deletion'. A click elsewhere,
 * Escape and 5 s cancel it; see TREE-32. The confirmation is rendered while it is open only.
 */
export function DeleteQuestion({ node, tabIndex, onConfirm }: Props) {
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

type QuestionProps = Pick<Props, 'node' | 'onConfirm'> & { onClose: () => void };

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
