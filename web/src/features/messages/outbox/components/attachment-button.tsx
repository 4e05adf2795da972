import { Alert, Button, Stack } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useDownloadAttachmentMutation } from '../outbox-api.ts';

/** Downloads the file that a mail carries. */
export function AttachmentButton({ id, filename }: { id: number; filename: string }) {
  const { t } = useTranslation('outbox');
  const errorText = useErrorMessage();
  const [download, { error, isLoading }] = useDownloadAttachmentMutation();
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        loading={isLoading}
        onClick={() => void download({ id, filename })}
      >
        {t('attachment', { filename })}
      </Button>
      {error !== undefined && (
        <Alert color="error" role="alert">
          {errorText(error)}
        </Alert>
      )}
    </Stack>
  );
}
