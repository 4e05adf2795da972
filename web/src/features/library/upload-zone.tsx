import '@mantine/dropzone/styles.layer.css';
import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { randomId } from '@mantine/hooks';
import { IconUpload } from '@tabler/icons-react';
import { createElement, useContext, useState } from 'react';
import { useDispatch } from 'react-redux';
import { DetailFrame } from '../../kit/detail/index.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { useTranslation } from '../../lib/translation.ts';
import { RecorderContext } from './recorder.ts';
import { uploadAudio } from './upload-audio.ts';

/** `progress` is 0 to 1 of the bytes, and 1 while the server checks the file. */
type Upload = { id: string; name: string; progress: number; error: string | null };

const MEGABYTE = 1024 * 1024;

/** Sounds are uploaded or recorded; they are listed as they arrive. */
export function AddSounds({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('library');
  const recorder = useContext(RecorderContext);
  return (
    <DetailFrame title={t('audio.new')} onClose={onClose}>
      <Stack gap="sm">
        <UploadZone />
        {recorder && createElement(recorder, { label: t('kind.audio'), onRecorded: onClose })}
      </Stack>
    </DetailFrame>
  );
}

function UploadZone() {
  const { t } = useTranslation('library');
  const { uploads, add, refuse, dismiss } = useUploads();
  const megabytes = AUDIO_MAX_BYTES / MEGABYTE;
  return (
    <Stack gap="xs">
      <Dropzone
        onDrop={(files) => void add(files)}
        onReject={(rejected) => rejected.forEach(({ file }) => refuse(file.name, t('audio.too_large', { megabytes })))}
        maxSize={AUDIO_MAX_BYTES}
        inputProps={{ 'aria-label': t('audio.choose') }}
        p="md"
      >
        <Group justify="center" gap="sm" wrap="nowrap">
          <IconUpload size={24} style={{ flex: 'none' }} aria-hidden />
          <Text size="sm">{t('audio.drop', { megabytes })}</Text>
        </Group>
      </Dropzone>
      {uploads.length > 0 && (
        <Stack component="ul" gap="xs" m={0} p={0} aria-label={t('audio.uploads')} style={{ listStyle: 'none' }}>
          {uploads.map(({ id, name, progress, error }) => (
            <li key={id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                {error !== null && (
                  <CloseButton aria-label={t('audio.dismiss', { name })} onClick={() => dismiss(id)} />
                )}
              </Group>
              {error === null ? (
                <Progress value={progress * 100} animated={progress === 1} aria-label={t('audio.progress', { name })} />
              ) : (
                <Text size="sm" role="alert">
                  {error}
                </Text>
              )}
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

/** Uploads files one after the other, so that a slow line carries one of them at a time. */
function useUploads() {
  const { t } = useTranslation('library');
  const dispatch = useDispatch();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const change = (id: string, next: Partial<Upload>): void =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
  const dismiss = (id: string): void => setUploads((now) => now.filter((upload) => upload.id !== id));
  const refuse = (name: string, error: string): void =>
    setUploads((now) => [...now, { id: randomId(), name, progress: 0, error }]);

  async function add(files: readonly File[]): Promise<void> {
    const added = files.map((file) => ({
      file,
      upload: { id: randomId(), name: file.name, progress: 0, error: null },
    }));
    setUploads((now) => [...now, ...added.map(({ upload }) => upload)]);
    for (const { file, upload } of added) {
      try {
        await uploadAudio(file, (progress) => change(upload.id, { progress }));
        dismiss(upload.id);
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        change(upload.id, { error: reason || t('audio.failed') });
      }
      dispatch(baseApi.util.invalidateTags(['Library']));
    }
  }
  return { uploads, add, refuse, dismiss };
}
