import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../ui/states/notice.tsx';
import { useSampleErrorText } from '../use-sample-error-text.ts';
import type { SampleUrl } from '../load-sample.ts';
import { SAMPLE_ATTEMPTS } from '../sample-timing.ts';
import { useSample, type Sample } from '../use-sample.ts';
import { SampleButton } from './sample-button.tsx';
import classes from './sample-panel.module.css';
import { SoundBars } from './sound-bars.tsx';

type Props = {
  /** `voice_name` */
  voice: string;
  /** The name of the voice. */
  name: string;
  urls?: readonly SampleUrl[];
};

/** The sample of one voice: play or stop, the progress of loading, an error, and Try Again. */
export function SamplePanel({ voice, name, urls }: Props) {
  const { t } = useTranslation('voice-samples');
  const sample = useSample(voice, urls);
  return (
    <section aria-label={t('sample')} className={classes.panel}>
      <div className={classes.line}>
        <SampleButton sample={sample} name={name} size={44} />
        <div className={classes.texts}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text component="output" size="sm" c="dimmed" className="tabular">
            <Progress sample={sample} />
          </Text>
        </div>
        <SoundBars active={sample.phase === 'playing'} />
      </div>
      {sample.failure && <Failure sample={sample} />}
    </section>
  );
}

function Progress({ sample: { phase, attempt } }: { sample: Sample }) {
  const { t } = useTranslation('voice-samples');
  if (phase === 'playing') return t('playing');
  if (phase !== 'loading') return t('ready');
  return attempt > 1 ? t('loading_again', { attempt, attempts: SAMPLE_ATTEMPTS }) : t('loading');
}

function Failure({ sample: { failure, play } }: { sample: Sample }) {
  const { t } = useTranslation('voice-samples');
  const errorTextOf = useSampleErrorText();
  if (!failure) return null;
  const { title, text } = errorTextOf(failure);
  return (
    <div className={classes.failure}>
      <Notice tone="error">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {text !== undefined && <Text size="sm">{text}</Text>}
      </Notice>
      <Button variant="light" leftSection={<IconRefresh size={16} aria-hidden />} onClick={play}>
        {t('try_again')}
      </Button>
    </div>
  );
}
