import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** A further button beside Close. */
  action?: ReactNode;
  onClose: () => void;
};

/** An important message, which has to be closed, also by Escape or a click outside. */
export function AlertDialog({ opened, title, children, action, onClose }: Props) {
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
