import { Button, ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconHourglassHigh,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import { type Ref, useEffect, useRef, type RefObject } from 'react';
import { InlineConfirm } from '../../../ui/dialogs/inline-confirm.tsx';
import type { VoiceProps } from './voice-cells.tsx';
import { LIST_SAMPLE_URLS, useSampleErrorText, useSample } from '../samples/index.ts';
import type { SampleWork } from './use-samples.ts';
import classes from './voices.module.css';

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

/** Delete with its inline confirmation; renders nothing without a sample. */
export function DeleteSample({ voice, work, actions }: VoiceProps) {
  const { t } = useTranslation('voices');
  if (!voice.has_sample || work !== undefined) return null;
  return (
    <InlineConfirm
      question={t('sample.delete_sure')}
      yes={t('sample.yes')}
      no={t('sample.no')}
      onConfirm={() => actions.onDelete(voice)}
    >
      {({ onClick }) => (
        <ActionIcon
          size={32}
          variant="subtle"
          color="error"
          aria-label={t('sample.delete_this', { name: voice.display_name })}
          onClick={onClick}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </InlineConfirm>
  );
}

/**
 * GET and Yes are removed when they are pressed. The button that replaces them gets the focus afterwards, unless it has moved
 * elsewhere; a bulk creation does not move the focus.
 */
function useFocusAfterWork(
  work: SampleWork | undefined,
): [button: RefObject<HTMLButtonElement | null>, keepFocus: () => void] {
  const button = useRef<HTMLButtonElement>(null);
  const own = useRef(false);
  useEffect(() => {
    if (work === 'deleting') own.current = true;
    if (work !== undefined || !own.current) return;
    own.current = false;
    if (document.activeElement === document.body) button.current?.focus();
  }, [work]);
  const keepFocus = (): void => {
    own.current = true;
  };
  return [button, keepFocus];
}

/** Only the URL of the file: the other URLs would create a sample, for which this page has GET. */
const FILE_ONLY = LIST_SAMPLE_URLS.slice(0, 1);

/** Plays the sample in its row. The file is fetched completely first, and only one sample of the page plays at a time. */
function SamplePlayer({ voice, button }: { voice: Voice; button: Ref<HTMLButtonElement> }) {
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
      size={32}
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
