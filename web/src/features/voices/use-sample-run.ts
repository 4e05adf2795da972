import type { Voice } from '@belfry/schemas/http/voices';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../app/store.ts';
import { useAlive } from '../../lib/use-alive.ts';
import { createSamples, toneOf, type RunProgress } from './create-samples.ts';
import { loadFailure } from './load-failure.ts';
import { sampleOutcome } from './sample-outcome.ts';
import { useFetchVoice } from './use-samples.ts';
import { useVoiceToasts } from './use-voice-toasts.ts';
import { useCreateSampleMutation } from './voice-changes-api.ts';
import { voicesApi, type VoiceFilter } from './voices-api.ts';

/** Bulk creation of the samples of all matching voices without one, one at a time; see VOICE-14. */
export function useSampleRun() {
  const { t } = useTranslation('voices');
  const { showToast, errorText } = useVoiceToasts();
  const dispatch = useDispatch<AppDispatch>();
  const [createSample] = useCreateSampleMutation();
  const check = useFetchVoice();
  const alive = useAlive();
  const [listing, setListing] = useState(false);
  const [progress, setProgress] = useState<RunProgress | null>(null);
  const [stopping, setStopping] = useState(false);
  const halt = useRef<AbortController>(null);

  const run = async (voices: readonly Voice[], left: AbortSignal): Promise<void> => {
    halt.current = new AbortController();
    const tally = await createSamples({
      voices,
      request: async ({ voice_name }) => {
        const { data: answer } = await createSample(voice_name);
        return answer ? (sampleOutcome(answer)?.state ?? 'creating') : 'failed';
      },
      check: async ({ voice_name }) => sampleOutcome(await check(voice_name))?.state,
      onProgress: setProgress,
      signal: AbortSignal.any([halt.current.signal, left]),
    });
    setProgress(null);
    setStopping(false);
    if (!left.aborted) showToast(toneOf(tally), t('run.done', tally));
  };

  /** Resolves when the run has started, or there is nothing to create. */
  const start = async (filter: VoiceFilter): Promise<void> => {
    const left = alive();
    const missing = voicesApi.endpoints.getVoicesWithoutSample.initiate(filter, {
      forceRefetch: true,
      subscribe: false,
    });
    setListing(true);
    const { data: voices, error } = await dispatch(missing);
    setListing(false);
    if (!voices) return showToast('error', loadFailure(error, t, errorText));
    if (voices.length === 0) return showToast('info', t('run.nothing'));
    void run(voices, left);
  };

  const stop = (): void => {
    setStopping(true);
    halt.current?.abort();
  };

  return { busy: listing || progress !== null, progress, stopping, start, stop };
}
