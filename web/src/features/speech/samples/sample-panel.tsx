import { Button, Text, ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { type SampleUrl, SAMPLE_ATTEMPTS, type SampleFailure } from './load-sample.ts';
import { useSample, type Sample } from './use-sample.ts';
import classes from './samples.module.css';

type Props = {
  /** `voice_name` */
  voice: string;
  name: string;
  urls?: readonly SampleUrl[];
};

export function SamplePanel({ voice, name, urls }: Props) {
  const { t } = useTranslation('voice-samples');
  const sample = useSample(voice, urls);
  return (
    <section aria-label={t('sample')} className={classes.panel}>
      <div className={classes.line}>
        <SampleButton sample={sample} name={name} size={40} />
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

type SampleButtonProps = { sample: Sample; name: string; size?: number };
export function SampleButton({ sample: { phase, play, stop }, name, size = 32 }: SampleButtonProps) {
  const { t } = useTranslation('voice-samples');
  const active = phase === 'loading' || phase === 'playing';
  const Mark = active ? IconPlayerStopFilled : IconPlayerPlayFilled;
  return (
    <Tooltip label={t(active ? 'stop' : 'play')} openDelay={500}>
      <ActionIcon
        variant={active ? 'filled' : 'light'}
        color="purple"
        radius="xl"
        size={size}
        aria-label={t(active ? 'stop_of' : 'play_of', { name })}
        onClick={active ? stop : play}
      >
        <Mark size={Math.round(size / 2)} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Animated while a sample is playing; decorative, because the text beside it has the same information. */
export const SoundBars = ({ active }: { active: boolean }) => (
  <span aria-hidden className={classes.bars} data-active={active || undefined}>
    <i />
    <i />
    <i />
    <i />
  </span>
);

/** By `MediaError.code`; see VOICE-23. */
const MEDIA_TEXTS = {
  1: 'media.aborted',
  2: 'media.network',
  3: 'media.format',
  4: 'media.source',
} as const;
const mediaText = (code: number): (typeof MEDIA_TEXTS)[keyof typeof MEDIA_TEXTS] | 'media.unknown' =>
  MEDIA_TEXTS[code as keyof typeof MEDIA_TEXTS] ?? 'media.unknown';

type SampleErrorText = { title: string; text?: string };
export function useSampleErrorText(): (failure: SampleFailure) => SampleErrorText {
  const { t } = useTranslation('voice-samples');
  const errorText = useErrorMessage();
  return (failure) => {
    switch (failure.kind) {
      case 'missing':
        return { title: t('missing.title'), text: t('missing.text') };
      case 'not_ready':
        return { title: t('not_ready.title'), text: t('not_ready.text') };
      case 'unplayable':
        return { title: t('unplayable') };
      case 'network':
        return { title: t('loading_error', { reason: errorText(failure.error) }) };
      case 'status':
        return { title: t('file_error', { code: failure.status }) };
      case 'media':
        return {
          title: failure.started ? t('playing_error') : t('file_error', { code: failure.code }),
          text: t(mediaText(failure.code)),
        };
      case 'refused':
        return { title: t('audio_error') };
      case 'no_source':
        return { title: t('no_source') };
    }
  };
}
