import type { Audio } from '@belfry/schemas/http/library/audio';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { Technical } from '../../kit/detail/index.ts';
import { formatTenth } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { PlayButton } from '../../ui/playback.tsx';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { useAct } from '../../ui/use-act.ts';
import { formatLength } from './length.ts';
import { ItemForm } from './item-form.tsx';
import { useLinkAudioMutation } from './library-api.ts';
import type { FormParts } from './save-form.tsx';
import classes from './library.module.css';

/** Length, format and tags in one line, and how loud it is. */
export function SoundFacts({ sound: audio }: { sound: Audio }) {
  const { t } = useTranslation('library');
  const locale = useLocale();
  const { title, artist, format, duration_ms, loudness_lufs: lufs } = audio;
  const tags = [artist, title].filter((text) => text !== null).join(' – ');
  const parts = [formatLength(duration_ms), format.toUpperCase(), tags].filter((text) => text !== '');
  return (
    <>
      <Text size="sm">{parts.join(' · ')}</Text>
      {lufs !== null && (
        <Technical>
          <Text size="sm">{t('audio.technical.loudness', { lufs: formatTenth(lufs, locale) })}</Text>
        </Technical>
      )}
    </>
  );
}

export function SoundForm({ sound, head, ...parts }: FormParts & { sound: Audio }) {
  const { t } = useTranslation('library');
  return (
    <ItemForm
      {...parts}
      head={
        <>
          {head}
          <SoundWave sound={sound} />
          <SoundFacts sound={sound} />
        </>
      }
      kind="audio"
      item={sound}
      opened={{ name: sound.name }}
      bodyOf={({ name }) => ({ name: name.trim() })}
      valuesOf={(body) => body}
      labels={{ name: t('name') }}
    />
  );
}

const WaveformPlayer = lazyPart({
  load: async () => (await import('./waveform-player.tsx')).WaveformPlayer,
  Waiting: () => <div className={classes.wave} />,
});

/** Plays a sound; while it plays, its waveform is where one seeks in it. */
export function SoundWave({ sound }: { sound: Audio }) {
  const { t } = useTranslation('library');
  const { act } = useAct({ parallel: true });
  const [link] = useLinkAudioMutation();
  /** null: it does not play; '': its address is asked for. */
  const [url, setUrl] = useState<string | null>(null);
  const stop = (): void => setUrl(null);
  const play = async (): Promise<void> => {
    setUrl('');
    const address = await act(() => link(sound.sha256), { failed: t('audio.not_played') });
    setUrl((now) => (now === null ? null : (address ?? null)));
  };
  return (
    <div className={classes.heard}>
      <PlayButton
        name={sound.name}
        state={url === null ? 'off' : url === '' ? 'waiting' : 'on'}
        onPlay={() => void play()}
        onStop={stop}
      />
      {url ? (
        <WaveformPlayer
          audio={sound}
          url={url}
          onEnded={stop}
          onFailed={() => {
            stop();
            toast('error', t('audio.not_played'));
          }}
        />
      ) : (
        <StillWaveform peaks={sound.peaks} />
      )}
    </div>
  );
}

const HEIGHT = 32;

function StillWaveform({ peaks }: { peaks: readonly number[] }) {
  if (peaks.length === 0) return null;
  const highest = Math.max(...peaks, Number.EPSILON);
  const path = peaks
    .map((peak, at) => {
      const height = Math.max(1, (peak / highest) * HEIGHT);
      return `M${at + 0.5} ${(HEIGHT - height) / 2}v${height}`;
    })
    .join('');
  return (
    <svg className={classes.still} viewBox={`0 0 ${peaks.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
    </svg>
  );
}
