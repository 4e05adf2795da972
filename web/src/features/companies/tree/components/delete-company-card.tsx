import { ActionIcon, Button, Group, Popover, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DELETE_QUESTION_MS } from '../tree-timings.ts';

type Props = { name: string; label: string; tabIndex: number; onConfirm: () => void };

/** The card 'Confirm Deletion' at the trash can of a company; a click elsewhere, Escape and 5 s say no (specification 002 §9). */
export function DeleteCompanyCard({ name, label, tabIndex, onConfirm }: Props) {
  const { t } = useTranslation('tree');
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), DELETE_QUESTION_MS);
    return () => clearTimeout(timer);
  }, [asking]);
  return (
    <Popover opened={asking} onChange={setAsking} position="bottom-end" width={280} withArrow trapFocus returnFocus>
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
        <Text fw={600}>{t('delete.title')}</Text>
        <Text size="sm" c="dimmed" mt={4}>
          {t('delete.company', { name })}
        </Text>
        <Group justify="flex-end" gap="xs" mt="md">
          <Button size="xs" variant="default" data-autofocus onClick={() => setAsking(false)}>
            {t('delete.no')}
          </Button>
          <Button
            size="xs"
            color="error"
            onClick={() => {
              setAsking(false);
              onConfirm();
            }}
          >
            {t('delete.yes')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
