import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, isApiError } from '../../lib/api/api-error.ts';
import { useExpiringState } from '../../lib/timers.ts';
import { useCreateArchiveMutation, useDeleteArchiveMutation, useDownloadArchiveMutation } from './firmware-api.ts';

/** The outcome of the last action; `detail` is the reason that the server gives. */
export type ArchiveMessage = { tone: 'success' | 'error'; text: string; detail?: string };
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

/** Creating, downloading and deleting archives, with the message about the last one. */
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
    /** The archive whose deletion is to be confirmed. */
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
