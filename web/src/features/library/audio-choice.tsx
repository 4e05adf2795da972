import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { Box, Button, FileButton, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUpload } from '@tabler/icons-react';
import { createElement, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../lib/api/base-api.ts';
import { formatLength } from './length.ts';
import { useGetAudioQuery } from './library-api.ts';
import { RecorderContext } from './recorder.ts';
import { uploadAudio } from './upload-audio.ts';

/** Further audio is found by typing. */
const OFFERED = { page: 1, page_size: 500 };
const SEARCH_SETTLE_MS = 200;
const MEGABYTE = 1024 * 1024;

type Choice = { value: string; label: string };
type Props = {
  label: string;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
  required?: boolean;
  error?: string | false;
};

export function AudioChoice({ label, value, onChange, required = false, error = false }: Props) {
  const { t } = useTranslation(['library', 'common']);
  const recorder = useContext(RecorderContext);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Choice | null>(null);
  const [q] = useDebouncedValue(typed.trim(), SEARCH_SETTLE_MS);
  const { data, currentData, isFetching } = useGetAudioQuery({ q, ...OFFERED });
  const { upload, isUploading, failure } = useUpload(({ id }) => onChange(id));
  const files = (currentData ?? data)?.rows ?? [];
  const choices: Choice[] = files.map(({ id, name, duration_ms }) => ({
    value: String(id),
    label: `${name} · ${formatLength(duration_ms)}`,
  }));
  const current = value === undefined ? null : String(value);
  const listed = choices.find((choice) => choice.value === current);
  // Its name is kept while others are searched.
  if (listed && listed.value !== picked?.value) setPicked(listed);
  if (current !== null && !listed)
    choices.unshift(picked?.value === current ? picked : { value: current, label: data ? `#${current}` : '…' });
  return (
    <Stack gap={4}>
      <Group align="flex-end" gap="xs">
        <Select
          label={label}
          placeholder={t('audio.pick')}
          data={choices}
          value={current}
          withAsterisk={required}
          error={error}
          searchable
          clearable={!required}
          clearButtonProps={{ 'aria-label': t('audio.none', { label }), 'aria-hidden': false, tabIndex: 0 }}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onDropdownClose={() => setTyped('')}
          // The server has filtered.
          filter={({ options }) => options}
          nothingFoundMessage={t(isFetching ? 'common:loading' : 'nothing_found')}
          flex="1 1 120px"
          onChange={(id) => onChange(id === null ? undefined : Number(id))}
        />
        {/* Where one has no room, both go below the field. */}
        <Group gap="xs" wrap="nowrap">
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
          {recorder && (
            <Box onSubmit={(event) => event.stopPropagation()}>
              {createElement(recorder, { label, onRecorded: ({ id }) => onChange(id) })}
            </Box>
          )}
        </Group>
      </Group>
      {failure !== null && (
        <Text size="sm" c="error" role="alert">
          {failure}
        </Text>
      )}
    </Stack>
  );
}

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
