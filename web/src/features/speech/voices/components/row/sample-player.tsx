import type { Voice } from '@belfry/schemas/http/speech/voices';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { LIST_SAMPLE_URLS, useSampleErrorText, useSample } from '../../../samples/index.ts';

/** Only the URL of the file: the other URLs would create a sample, for which this page has GET. */
const FILE_ONLY = LIST_SAMPLE_URLS.slice(0, 1);

/** Plays the sample in its row. The file is fetched completely first, and only one sample of the page plays at a time. */
export function SamplePlayer({ voice, button }: { voice: Voice; button: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation('voices');
  const errorTextOf = useSampleErrorText();
  const { phase, failure, play, stop } = useSample(voice.voice_name, FILE_ONLY);
  const busy = phase === 'loading' || phase === 'playing';
  const label = t(busy ? 'sample.stop' : 'sample.play', { name: voice.display_name });
  const problem = failure ? errorTextOf(failure).title : undefined;
  const Mark = phase === 'playing' ? IconPlayerStopFilled : failure ? IconAlertTriangle : IconPlayerPlayFilled;
  return (
    <ActionIcon
      ref={button}
      size={30}
      radius="xl"
      variant={phase === 'playing' ? 'filled' : 'light'}
      color={failure ? 'error' : undefined}
      loading={phase === 'loading'}
      aria-label={label}
      aria-description={problem}
      title={problem ?? label}
      aria-pressed={phase === 'playing'}
      onClick={busy ? stop : play}
    >
      <Mark size={14} aria-hidden />
    </ActionIcon>
  );
}
