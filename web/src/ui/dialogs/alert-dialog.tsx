import { Button, Group, Modal, Text, List, ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';

type AlertDialogProps = {
  opened: boolean;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  onClose: () => void;
};

export function AlertDialog({ opened, title, children, action, onClose }: AlertDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text component="div" size="sm" c="dimmed" role="alert">
        {children}
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        {action}
        <Button onClick={onClose} data-autofocus>
          {t('close')}
        </Button>
      </Group>
    </Modal>
  );
}

export type BulkFailures = { text: string; items: readonly { key: string | number; name: string; reason: string }[] };

type Props = { failures: BulkFailures | null; title: string; onClose: () => void };

export const FailuresDialog = ({ failures, title, onClose }: Props) => (
  <AlertDialog opened={failures !== null} title={title} onClose={onClose}>
    <Text c="var(--bf-text)">{failures?.text}</Text>
    <ScrollArea.Autosize mah={260} mt="xs" viewportProps={{ tabIndex: 0, 'aria-label': title }}>
      <List size="sm">
        {failures?.items.map(({ key, name, reason }) => (
          <List.Item key={key}>
            {name}: {reason}
          </List.Item>
        ))}
      </List>
    </ScrollArea.Autosize>
  </AlertDialog>
);
