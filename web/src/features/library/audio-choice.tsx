import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { Box, Button, FileButton, Group, Select, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../lib/api/base-api.ts';
import { formatLength } from './library-list.tsx';
import { useGetAudioQuery } from './library-api.ts';
import { RecorderContext } from './recorder.ts';
import { uploadAudio } from './upload-audio.ts';

/** All audio that one person may choose from. */
const ALL = { q: '', page: 1, page_size: 500 };
const MEGABYTE = 1024 * 1024;

type Props = {
  label: string;
  /** The id of the audio; undefined: none. */
  value: number | undefined;
  onChange: (id: number | undefined) => void;
  required?: boolean;
  error?: string | false;
};

/** Audio of the library, or a file that is uploaded for it; with Record where there is a recorder. */
export function AudioChoice({ label, value, onChange, required = false, error = false }: Props) {
  const { t } = useTranslation('library');
  const Recorder = useContext(RecorderContext);
  const { data } = useGetAudioQuery(ALL);
  const { upload, isUploading, failure } = useUpload(({ id }) => onChange(id));
  const choices = (data?.rows ?? []).map(({ id, name, duration_ms }) => ({
    value: String(id),
    label: `${name} · ${formatLength(duration_ms)}`,
  }));
  const chosen = value === undefined ? null : String(value);
  if (chosen !== null && !choices.some((choice) => choice.value === chosen))
    choices.unshift({ value: chosen, label: data ? `#${chosen}` : '…' });
  return (
    <Stack gap={4}>
      <Group align="flex-end" gap="xs">
        <Select
          label={label}
          placeholder={t('audio.pick')}
          data={choices}
          value={chosen}
          withAsterisk={required}
          error={error}
          searchable
          clearable={!required}
          clearButtonProps={{ 'aria-label': t('audio.none', { label }), 'aria-hidden': false, tabIndex: 0 }}
          nothingFoundMessage={t('nothing_found')}
          flex="1 1 200px"
          onChange={(id) => onChange(id === null ? undefined : Number(id))}
        />
        <FileButton
          accept="audio/*,.mp3,.ogg,.flac,.wav"
          inputProps={{ 'aria-label': t('audio.choose_for', { label }) }}
          onChange={(file) => file && void upload(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              aria-label={t('audio.upload_for', { label })}
              loading={isUploading}
            >
              {t('audio.upload')}
            </Button>
          )}
        </FileButton>
        {Recorder && (
          <Box onSubmit={(event) => event.stopPropagation()}>
            <Recorder label={label} onRecorded={({ id }) => onChange(id)} />
          </Box>
        )}
      </Group>
      {failure !== null && (
        <Text size="sm" c="error" role="alert">
          {failure}
        </Text>
      )}
    </Stack>
  );
}

/** Uploads a file into the library. */
function useUpload(onUploaded: (audio: { id: number }) => void) {
  const { t } = useTranslation('library');
  const dispatch = useDispatch();
  // The form may have changed, or be closed, when the upload ends.
  const handler = useRef(onUploaded);
  useEffect(() => {
    handler.current = onUploaded;
    return () => {
      handler.current = () => undefined;
    };
  });
  const [isUploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function upload(file: File): Promise<void> {
    if (file.size > AUDIO_MAX_BYTES) {
      setFailure(t('audio.too_large', { megabytes: AUDIO_MAX_BYTES / MEGABYTE }));
      return;
    }
    setFailure(null);
    setUploading(true);
    try {
      const audio = await uploadAudio(file, () => undefined);
      handler.current(audio);
    } catch (error) {
      setFailure((error instanceof Error ? error.message : '') || t('audio.failed'));
    } finally {
      setUploading(false);
      dispatch(baseApi.util.invalidateTags(['Library']));
    }
  }
  return { upload, isUploading, failure };
}
