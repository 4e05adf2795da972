import { Group, RangeSlider, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { PlayButton, playStateOf, usePlayback } from '../../../ui/playback.tsx';
import { toast } from '../../../ui/toast.ts';
import { wavOf } from '../audio/pcm.ts';
import { formatTime } from './format-time.ts';
import { lengthMs, samplesOf, spokenPart, type Part, type Recording } from './recorder.ts';
import { Waveform } from './waveform.tsx';

/** The shortest part that is kept. */
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

/** Hears a recording and cuts its ends. */
export function RecordingEditor({ recording, part: chosen, onPart, disabled }: Props) {
  const { t } = useTranslation('live-pages');
  const part = chosen ?? spokenPart(recording);
  const [fromMs, toMs] = part;
  const wholeMs = lengthMs(recording);
  const { playback, play, stop } = usePlayback(() => toast('error', t('record.not_played')));
  const makeAddress = useObjectAddress();
  return (
    <Stack gap="xs">
      <Waveform recording={recording} part={part} />
      <Text size="sm" fw={500}>
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
