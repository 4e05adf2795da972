import { Button } from '@mantine/core';
import { IconAlertTriangle, IconHourglassHigh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFocusAfterWork } from '../../samples/use-focus-after-work.ts';
import type { VoiceProps } from '../../catalogue/voice-actions.ts';
import { SamplePlayer } from './sample-player.tsx';
import classes from './voice-cells.module.css';

/** The player of a sample, an hourglass while it is being created, or GET, which creates it. */
export function SampleCell({ voice, work, actions }: VoiceProps) {
  const { t } = useTranslation('voices');
  const { display_name: name } = voice;
  const [control, keepFocus] = useFocusAfterWork(work);
  const creating = work === 'creating' || (!voice.has_sample && voice.sample_state === 'creating');
  if (creating || work === 'deleting') {
    const label = t(creating ? 'sample.creating' : 'sample.deleting');
    return (
      <output className={classes.waiting} aria-label={label} title={label}>
        <IconHourglassHigh size={18} className={classes.hourglass} aria-hidden />
      </output>
    );
  }
  if (voice.has_sample) return <SamplePlayer voice={voice} button={control} />;
  const failed = voice.sample_state === 'failed';
  const { sample_error: reason } = voice;
  const problem = failed ? (reason ? t('sample.failed', { reason }) : t('sample.failed_silently')) : undefined;
  return (
    <Button
      ref={control}
      size="compact-sm"
      variant={failed ? 'light' : 'default'}
      color={failed ? 'warning' : undefined}
      leftSection={failed && <IconAlertTriangle size={14} aria-hidden />}
      aria-label={t('sample.get_this', { name })}
      aria-description={problem}
      title={problem}
      onClick={() => {
        keepFocus();
        actions.onCreate(voice);
      }}
    >
      {t('sample.get')}
    </Button>
  );
}
