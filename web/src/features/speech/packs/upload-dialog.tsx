import { VOICE_PACK_BYTES_MAX } from '@belfry/schemas/domain/limits';
import { voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { Checkbox, FileInput, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useDispatch } from 'react-redux';
import { uploadFile } from '../../../lib/api/upload-file.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useReasonText } from '../../../lib/reasons.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';

/** A pack from a file, for sites without internet; see VOICE-45. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('voice-packs');
  const locale = useLocale();
  const describe = useReasonText();
  const dispatch = useDispatch();
  const [file, setFile] = useState<File | null>(null);
  const [isAccepted, setAccepted] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isTooLarge = file !== null && file.size > VOICE_PACK_BYTES_MAX;
  const isReady = file !== null && !isTooLarge && isAccepted;
  const submit = async (archive: File): Promise<void> => {
    setFailure(null);
    setProgress(0);
    try {
      const upload = {
        fields: { accepted: 'true' },
        file: archive,
        type: 'application/x-tar',
        onProgress: setProgress,
      };
      await uploadFile(voicePacksHttp.upload, upload);
      dispatch(baseApi.util.invalidateTags(['Voice']));
      onClose();
    } catch (error) {
      setFailure(describe(error instanceof Error ? error.message : '') || t('upload.failed'));
    } finally {
      setProgress(null);
    }
  };
  return (
    <FormDialog title={t('upload.title')} size="md" onClose={onClose}>
      {({ onCancel }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && progress === null) void submit(file);
          }}
        >
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('upload.hint', { size: formatSize(VOICE_PACK_BYTES_MAX, locale) })}
            </Text>
            <FileInput
              label={t('upload.file')}
              placeholder={t('upload.choose')}
              accept=".tar,.tgz,.tar.gz,application/x-tar,application/gzip"
              value={file}
              onChange={setFile}
              error={isTooLarge ? t('upload.too_large') : undefined}
              data-autofocus
            />
            <Checkbox
              label={t('upload.accept')}
              checked={isAccepted}
              onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
            />
            {progress !== null && (
              <Progress value={100 * progress} animated={progress === 1} aria-label={t('upload.progress')} />
            )}
            {failure !== null && <Notice tone="error">{failure}</Notice>}
            <FormButtons
              submitLabel={t('upload.submit')}
              submitting={progress !== null}
              submitDisabled={!isReady}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
