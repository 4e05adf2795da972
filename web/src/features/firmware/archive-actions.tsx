import { Button, Group, Text, Alert, Modal } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { errorMessage, isApiError } from '../../lib/api/api-error.ts';
import { useExpiringState } from '../../lib/timers.ts';
import { useCreateArchiveMutation, useDeleteArchiveMutation, useDownloadArchiveMutation } from './firmware-api.ts';

export function ArchiveNotice({ message, onClose }: { message: ArchiveMessage; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Alert
      mb="md"
      py="xs"
      color={message.tone}
      role={message.tone === 'error' ? 'alert' : 'status'}
      title={message.detail === undefined ? undefined : message.text}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onClose}
      icon={<IconPackage size={18} aria-hidden />}
    >
      {message.detail ?? message.text}
    </Alert>
  );
}

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
  const [lastName, setLastName] = useState(filename);
  if (filename !== null && filename !== lastName) setLastName(filename);
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
        {t('confirm.text', { filename: lastName ?? '' })}
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

/** The outcome of the last action; `detail` is the reason that the server gives. */
type ArchiveMessage = { tone: 'success' | 'error'; text: string; detail?: string };
type Failure = 'load_failed' | 'create_failed' | 'delete_failed' | 'download_failed' | 'upload_failed';

/** How long a success is shown; errors remain until the next action. */
const SUCCESS_MS = 5_000;

/** The text of a failure: its own, or that the server could not be reached; see FW-9. */
export function useFailureText(): (failure: Failure, error: unknown) => ArchiveMessage {
  const { t } = useTranslation('firmware');
  return (failure, error) => {
    if (isApiError(error) && error.status === 0) return { tone: 'error', text: t('errors.connection') };
    const detail = errorMessage(error, '');
    return { tone: 'error', text: t(`errors.${failure}`), ...(detail !== '' && { detail }) };
  };
}

export function useArchiveActions() {
  const { t } = useTranslation('firmware');
  const failureText = useFailureText();
  const [message, show, clear] = useExpiringState<ArchiveMessage>();
  const [create, { isLoading: isCreating }] = useCreateArchiveMutation();
  const [remove, { isLoading: isDeleting }] = useDeleteArchiveMutation();
  const [download, { isLoading: isDownloading, originalArgs: downloaded }] = useDownloadArchiveMutation();
  const [selected, select] = useState<string | null>(null);
  const succeed = (text: string): void => show({ tone: 'success', text }, SUCCESS_MS);

  return {
    message,
    clear,
    succeed,
    isCreating,
    isDeleting,
    downloading: isDownloading ? downloaded : undefined,
    selected,
    select,
    async create(): Promise<void> {
      clear();
      const { data, error } = await create();
      if (data) succeed(t('created', { filename: data.filename }));
      else show(failureText('create_failed', error));
    },
    async remove(filename: string): Promise<void> {
      clear();
      const { error } = await remove(filename);
      select(null);
      if (error) show(failureText('delete_failed', error));
      else succeed(t('deleted', { filename }));
    },
    download: async (filename: string): Promise<void> => {
      const { error } = await download(filename);
      if (error) show(failureText('download_failed', error));
    },
  };
}
