import { Button, Group, Modal, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The colour of the confirm button: error for destructive actions. */
  tone?: 'purple' | 'error' | 'warning';
  /** True until the requested text is typed. */
  confirmDisabled?: boolean;
  /** The dialog waits for it and closes afterwards, also when it fails; the caller shows the error. */
  onConfirm: () => void | Promise<unknown>;
  onClose: () => void;
};

/** Confirms an action that cannot be undone. The focus starts on Cancel; Escape cancels. */
export function ConfirmDialog(props: Props) {
  const {
    opened,
    title,
    children,
    confirmLabel,
    cancelLabel,
    tone = 'purple',
    confirmDisabled,
    onConfirm,
    onClose,
  } = props;
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    await Promise.resolve(onConfirm()).catch(() => undefined);
    setBusy(false);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text component="div" size="sm" c="dimmed">
        {children}
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          {cancelLabel ?? t('cancel')}
        </Button>
        <Button color={tone} onClick={() => void confirm()} loading={busy} disabled={confirmDisabled ?? false}>
          {confirmLabel ?? t('confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
