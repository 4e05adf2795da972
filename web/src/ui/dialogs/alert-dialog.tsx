import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** Beside the button that closes it: what may help. */
  action?: ReactNode;
  onClose: () => void;
};

/** Something that must not be missed, and has to be closed. Escape and a click outside do. */
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
