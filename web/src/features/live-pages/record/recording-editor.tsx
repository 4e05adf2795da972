import { Group, RangeSlider, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { PlayButton, playStateOf, usePlayback } from '../../../ui/playback.tsx';
import { toast } from '../../../ui/toast.ts';
import { wavOf } from '../audio/pcm.ts';
import { formatTime } from './format-time.ts';
import { lengthMs, samplesOf, spokenPart, type Part, type Recording } from './recorder.ts';
import { meterOf } from '../audio/level.ts';
import classes from './record.module.css';

const PART_MIN_MS = 200;
const STEP_MS = 20;
const KEY = 'recording';

type Props = {
  recording: Recording;
  /** null: where somebody speaks. */
  part: Part | null;
  onPart: (part: Part) => void;
  disabled: boolean;
};

export function RecordingEditor({ recording, part: selection, onPart, disabled }: Props) {
  const { t } = useTranslation('live-pages');
  const part = selection ?? spokenPart(recording);
  const [fromMs, toMs] = part;
  const wholeMs = lengthMs(recording);
  const { playback, play, stop } = usePlayback(() => toast('error', t('record.not_played')));
  const makeAddress = useObjectAddress();
  return (
    <Stack gap="xs">
      <Waveform recording={recording} part={part} />
      <Text size="sm" fw={400}>
        {t('record.trim')}
      </Text>
      <RangeSlider
        thumbFromLabel={t('record.from')}
        thumbToLabel={t('record.to')}
        min={0}
        max={wholeMs}
        step={STEP_MS}
        minRange={Math.min(PART_MIN_MS, wholeMs)}
        label={formatTime}
        value={[fromMs, toMs]}
        disabled={disabled}
        onChange={([from, to]) => {
          stop();
          onPart([from, to]);
        }}
      />
      <Group gap="sm">
        <PlayButton
          name={t('record.title')}
          state={playStateOf(playback, KEY)}
          onPlay={() => void play(KEY, () => Promise.resolve([makeAddress(wavOf(samplesOf(recording, part)))]))}
          onStop={stop}
        />
        <Text size="sm" className="tabular">
          {t('record.length', { length: formatTime(toMs - fromMs) })}
        </Text>
      </Group>
    </Stack>
  );
}

/** Makes an address for a file, in place of the one before, until the page is left. */
function useObjectAddress(): (file: Blob) => string {
  const address = useRef<string | null>(null);
  useEffect(() => {
    const held = address;
    return () => {
      if (held.current !== null) URL.revokeObjectURL(held.current);
    };
  }, []);
  return (file) => {
    if (address.current !== null) URL.revokeObjectURL(address.current);
    address.current = URL.createObjectURL(file);
    return address.current;
  };
}

const BARS = 120;

/** The loudest of each of the equal parts of a recording, 0 to 1 by decibels. */
function barsOf(peaks: readonly number[]): number[] {
  const count = Math.min(BARS, peaks.length);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count));
    return meterOf(Math.max(...peaks.slice(from, to)));
  });
}

/** A recording as bars, of which those outside of the part are dim. */
function Waveform({ recording, part: [fromMs, toMs] }: { recording: Recording; part: Part }) {
  const { t } = useTranslation('live-pages');
  const bars = barsOf(recording.peaks);
  const barMs = lengthMs(recording) / bars.length;
  return (
    <figure className={classes.figure} aria-label={t('record.waveform')}>
      <svg className={classes.wave} viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden>
        {bars.map((bar, index) => {
          const height = Math.max(2, bar * 100);
          const isKept = (index + 1) * barMs > fromMs && index * barMs < toMs;
          return (
            <rect
              // oxlint-disable-next-line react/no-array-index-key -- A bar is its place.
              key={index}
              x={index + 0.15}
              y={50 - height / 2}
              width={0.7}
              height={height}
              className={isKept ? classes.kept : classes.cut}
            />
          );
        })}
      </svg>
    </figure>
  );
}
