import '@mantine/dropzone/styles.layer.css';
import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUploads } from './use-uploads.ts';

const MEGABYTE = 1024 * 1024;

/** Where files are dropped or chosen, with the progress or the refusal of each. */
export function UploadZone() {
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
                <Text size="sm" c="error" role="alert">
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
