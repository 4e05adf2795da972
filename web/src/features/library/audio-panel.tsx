import { useAct } from '../../ui/use-act.ts';
import '@mantine/dropzone/styles.layer.css';
import type { Audio } from '@belfry/schemas/http/library/audio';
import { Text, CloseButton, Group, Progress, Stack } from '@mantine/core';
import { IconMusic, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { Dropzone } from '@mantine/dropzone';
import { randomId } from '@mantine/hooks';
import { useDispatch } from 'react-redux';
import { formatTenth } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { libraryApi, useLinkAudioMutation } from './library-api.ts';
import { PlayButton } from '../../ui/playback.tsx';
import { baseApi } from '../../lib/api/base-api.ts';
import { formatLength, LibraryList, RowText } from './library-list.tsx';
import { NameField, SaveForm } from './save-form.tsx';
import { uploadAudio } from './upload-audio.ts';
import classes from './library-list.module.css';

const WaveformPlayer = lazyPart({
  load: async () => (await import('./waveform-player.tsx')).WaveformPlayer,
  Waiting: () => <div className={classes.wave} />,
});

export function AudioPanel() {
  const { t } = useTranslation('library');
  const { act } = useAct({ parallel: true });
  const [link] = useLinkAudioMutation();
  const [playing, setPlaying] = useState<{ id: number; url: string | null } | null>(null);
  const play = async ({ id, sha256 }: Audio): Promise<void> => {
    setPlaying({ id, url: null });
    const data = await act(() => link(sha256), { failed: t('audio.not_played') });
    setPlaying((now) => (now?.id !== id ? now : data === undefined ? null : { id, url: data }));
  };
  const stop = (): void => setPlaying(null);
  return (
    <LibraryList
      kind="audio"
      endpoint={libraryApi.endpoints.getAudio}
      mark={IconMusic}
      nameOf={({ name }) => name}
      renderEditor={(audio, onClose) => audio && <RenameDialog audio={audio} onClose={onClose} />}
      upload={<UploadZone />}
    >
      {(audio) => {
        const own = playing?.id === audio.id ? playing : null;
        return (
          <>
            <PlayButton
              name={audio.name}
              state={own === null ? 'off' : own.url === null ? 'waiting' : 'on'}
              onPlay={() => void play(audio)}
              onStop={stop}
            />
            <RowText name={audio.name}>
              <AudioFacts audio={audio} />
            </RowText>
            {own !== null && own.url !== null ? (
              <WaveformPlayer
                audio={audio}
                url={own.url}
                onEnded={stop}
                onFailed={() => {
                  stop();
                  toast('error', t('audio.not_played'));
                }}
              />
            ) : (
              <StillWaveform peaks={audio.peaks} />
            )}
          </>
        );
      }}
    </LibraryList>
  );
}

function AudioFacts({ audio }: { audio: Audio }): string {
  const { t } = useTranslation('library');
  const locale = useLocale();
  const { title, artist, format, duration_ms, loudness_lufs: lufs } = audio;
  const tags = [artist, title].filter((text) => text !== null).join(' – ');
  const loudness = lufs === null ? '' : t('audio.loudness', { lufs: formatTenth(lufs, locale) });
  return [formatLength(duration_ms), format.toUpperCase(), loudness, tags].filter((text) => text !== '').join(' · ');
}

function RenameDialog({ audio, onClose }: { audio: Audio; onClose: () => void }) {
  const { t } = useTranslation('library');
  const [name, setName] = useState(audio.name);
  const [checked, setChecked] = useState(false);
  const check = (): boolean => {
    setChecked(true);
    return name.trim() !== '';
  };
  return (
    <FormDialog title={t('audio.rename')} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <SaveForm
          kind="audio"
          item={audio}
          body={{ name: name.trim() }}
          check={check}
          apply={(body) => setName(body.name)}
          labels={{ name: t('name') }}
          onSaved={onClose}
          onCancel={onCancel}
        >
          <NameField
            value={name}
            checked={checked}
            onChange={(next) => {
              setName(next);
              onDirty(true);
            }}
          />
        </SaveForm>
      )}
    </FormDialog>
  );
}

/** `progress` is 0 to 1 of the bytes, and 1 while the server checks the file. */
type Upload = { id: string; name: string; progress: number; error: string | null };

const MEGABYTE = 1024 * 1024;

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

const HEIGHT = 32;
/** Bars that can be told apart in the width of a row. */
const BARS = 100;

/** The waveform of a file that does not play, of the peaks that come with the list. */
function StillWaveform({ peaks }: { peaks: readonly number[] }) {
  if (peaks.length === 0) return null;
  const step = Math.max(1, Math.ceil(peaks.length / BARS));
  const highest = Math.max(...peaks, Number.EPSILON);
  const bars = Array.from({ length: Math.ceil(peaks.length / step) }, (_, bar) =>
    Math.max(...peaks.slice(bar * step, (bar + 1) * step)),
  );
  const path = bars
    .map((peak, at) => {
      const height = Math.max(1, (peak / highest) * HEIGHT);
      return `M${at + 0.5} ${(HEIGHT - height) / 2}v${height}`;
    })
    .join('');
  return (
    <svg className={classes.still} viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
    </svg>
  );
}
