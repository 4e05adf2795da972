import type { SampleRun } from '@belfry/schemas/http/speech/sample-runs';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVoiceToasts } from '../catalogue/use-voice-toasts.ts';
import { useStartSampleRunMutation, useChangeSampleRunMutation } from '../voice-changes-api.ts';
import type { VoiceFilters } from '../catalogue/voice-filters.ts';
import { useGetSampleRunQuery } from '../voices-api.ts';

/** Beside the events, which may be lost. */
const POLL_MS = 2_000;

const isActive = ({ state }: SampleRun): boolean => state === 'running' || state === 'paused';

/** More successes than errors are a success, anything else is a warning; see VOICE-14. */
const toneOf = ({ success, error_count }: Pick<SampleRun, 'success' | 'error_count'>): 'success' | 'warning' =>
  success > error_count ? 'success' : 'warning';

/** The bulk creation of samples, which the server carries out and every console shows; see VOICE-14. */
export function useSampleRun() {
  const { t } = useTranslation('voices');
  const { showToast, fail } = useVoiceToasts();
  const [polled, setPolled] = useState(0);
  const { data: run } = useGetSampleRunQuery(undefined, { pollingInterval: polled });
  const [startRun, starting] = useStartSampleRunMutation();
  const [changeRun, changing] = useChangeSampleRunMutation();
  const active = run && isActive(run) ? run : null;
  const interval = active ? POLL_MS : 0;
  if (polled !== interval) setPolled(interval);

  // The end is reported of a run that this page has shown or started.
  const watched = useRef<number>(null);
  useEffect(() => {
    if (!run) return;
    if (isActive(run)) watched.current = run.id;
    else if (watched.current === run.id) {
      watched.current = null;
      showToast(toneOf(run), t('run.done', { success: run.success, errors: run.error_count }));
    }
  });

  /** Resolves when the run has started, or there is nothing to create. */
  const start = async ({ q, language, blocked, voice_type, gender }: VoiceFilters): Promise<void> => {
    const { data, error } = await startRun({ q, language, blocked, voice_type, gender });
    if (error) return fail(t('run.failed'), error);
    if (data === null) return showToast('info', t('run.nothing'));
    if (data) watched.current = data.id;
  };
  const change = async (to: 'pause' | 'resume' | 'stop'): Promise<void> => {
    const { error } = await changeRun(to);
    if (error) fail(t('run.failed'), error);
  };
  return { busy: starting.isLoading || active !== null, run: active, changing: changing.isLoading, start, change };
}
