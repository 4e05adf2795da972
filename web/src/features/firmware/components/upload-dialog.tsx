import { ARCHIVE_MAX_BYTES, archiveFilenameSchema, signatureSchema } from '@belfry/schemas/domain/firmware';
import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { formatFileSize } from '../file-size.ts';
import { useUploadArchiveMutation } from '../firmware-api.ts';
import { useFailureText } from '../use-archive-actions.ts';

type Props = { onClose: () => void; onUploaded: (filename: string) => void };

/** Uploads an archive with its signature file. The server verifies both before it lists the archive. */
export function UploadDialog({ onClose, onUploaded }: Props) {
  const { t } = useTranslation(['firmware', 'common']);
  const failureText = useFailureText();
  const [upload, { isLoading, error }] = useUploadArchiveMutation();
  const [file, setFile] = useState<File | null>(null);
  const [signatureFile, setSignatureFile] = useState<File | null>(null);
  const [wrongSignature, setWrongSignature] = useState(false);
  const wrongName = file !== null && !archiveFilenameSchema.safeParse(file.name).success;
  const tooLarge = file !== null && file.size > ARCHIVE_MAX_BYTES;
  const ready = file !== null && signatureFile !== null && !wrongName && !tooLarge;

  async function send(): Promise<void> {
    if (!ready) return;
    const signature = (await signatureFile.text()).trim();
    const valid = signatureSchema.safeParse(signature).success;
    setWrongSignature(!valid);
    if (!valid) return;
    const { data } = await upload({ file, signature });
    if (!data) return;
    onUploaded(data.filename);
    onClose();
  }

  const failure = error && failureText('upload_failed', error);
  return (
    <FormDialog title={t('upload.title')} size="md" onClose={onClose}>
      {({ onCancel }) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('upload.lead', { size: formatFileSize(ARCHIVE_MAX_BYTES) })}
          </Text>
          <FileInput
            label={t('upload.archive')}
            placeholder={t('upload.choose')}
            accept=".zst,application/zstd"
            value={file}
            onChange={setFile}
            error={wrongName ? t('upload.wrong_name') : tooLarge ? t('upload.too_large') : undefined}
            data-autofocus
          />
          <FileInput
            label={t('upload.signature')}
            placeholder={t('upload.choose')}
            accept=".sig,text/plain"
            value={signatureFile}
            onChange={setSignatureFile}
            error={wrongSignature ? t('upload.wrong_signature') : undefined}
          />
          {failure && <Notice tone="error">{failure.detail ?? failure.text}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onCancel} disabled={isLoading}>
              {t('common:cancel')}
            </Button>
            <Button onClick={() => void send()} disabled={!ready} loading={isLoading}>
              {t('upload.send')}
            </Button>
          </Group>
        </Stack>
      )}
    </FormDialog>
  );
}
