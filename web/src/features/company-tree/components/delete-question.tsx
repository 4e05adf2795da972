import { ActionIcon, Button, Group, Popover, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../company-tree.ts';
import { DELETE_QUESTION_MS } from '../tree-timings.ts';

type Props = { node: TreeNode; tabIndex: number; onConfirm: () => void };

/**
 * The delete button of a row and its confirmation: Yes or No, for a company on the card 'Confirm Deletion'. A click elsewhere,
 * Escape and 5 s cancel it; see TREE-32.
 */
export function DeleteQuestion({ node: { name, type }, tabIndex, onConfirm }: Props) {
  const { t } = useTranslation('tree');
  const [asking, setAsking] = useState(false);
  const { start, clear } = useTimeout(() => setAsking(false), DELETE_QUESTION_MS);
  useEffect(() => {
    if (asking) start();
    else clear();
  }, [asking, start, clear]);
  const label = t('row.delete', { name });
  const confirm = (): void => {
    setAsking(false);
    onConfirm();
  };
  const answers = (
    <>
      <Button size="compact-sm" color="error" onClick={confirm}>
        {t('delete.yes')}
      </Button>
      <Button size="compact-sm" variant="default" data-autofocus onClick={() => setAsking(false)}>
        {t('delete.no')}
      </Button>
    </>
  );
  return (
    <Popover opened={asking} onChange={setAsking} position="bottom-end" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="error"
          tabIndex={tabIndex}
          aria-label={label}
          title={label}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
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
