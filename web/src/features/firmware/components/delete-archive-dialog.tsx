import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  /** The archive to delete; null while the dialog is closed. */
  filename: string | null;
  isDeleting: boolean;
  onConfirm: (filename: string) => void;
  onClose: () => void;
};

/** Confirms the deletion of an archive. It cannot be closed while the deletion is running; see FW-7. */
export function DeleteArchiveDialog({ filename, isDeleting, onConfirm, onClose }: Props) {
  const { t } = useTranslation('firmware');
  // The text remains while the dialog fades out.
  const [shown, setShown] = useState(filename);
  if (filename !== null && filename !== shown) setShown(filename);
  const close = (): void => {
    if (!isDeleting) onClose();
  };
  return (
    <Modal
      opened={filename !== null}
      onClose={close}
      closeOnEscape={!isDeleting}
      title={t('confirm.title')}
      centered
      size="sm"
      closeButtonProps={{ 'aria-label': t('confirm.no'), disabled: isDeleting }}
    >
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('confirm.text', { filename: shown ?? '' })}
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={close} disabled={isDeleting} data-autofocus>
          {t('confirm.no')}
        </Button>
        <Button color="error" loading={isDeleting} onClick={() => filename !== null && onConfirm(filename)}>
          {t('confirm.yes')}
        </Button>
      </Group>
    </Modal>
  );
}
