import type { Voice } from '@belfry/schemas/http/speech/voices';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../../app/store.ts';
import { useUnmountSignal } from '../../../lib/timers.ts';
import { sampleCache } from '../samples/index.ts';
import { isMissing, useVoiceToasts } from './use-catalogue.ts';
import { useCreateSampleMutation, useDeleteSampleMutation, voiceChangesApi, type SampleAnswer } from './voices-api.ts';

export type SampleWork = 'creating' | 'deleting';

/** Creates and deletes single samples, and polls until the change is visible; see VOICE-13. */
export function useSamples() {
  const { t } = useTranslation('voices');
  const { showToast, fail, reportMissing, errorText } = useVoiceToasts();
  const [work, setWork] = useState<ReadonlyMap<string, SampleWork>>(new Map());
  const [createSample] = useCreateSampleMutation();
  const [deleteSample] = useDeleteSampleMutation();
  const check = useFetchVoice();
  const alive = useUnmountSignal();

  const during = async (name: string, kind: SampleWork, run: () => Promise<void>): Promise<void> => {
    setWork((now) => new Map(now).set(name, kind));
    await run();
    setWork((now) => new Map([...now].filter(([other]) => other !== name)));
  };

  const create = ({ voice_name, display_name: name }: Voice): Promise<void> =>
    during(voice_name, 'creating', async () => {
      const { data: answer, error } = await createSample(voice_name);
      if (isMissing(error)) return reportMissing();
      if (!answer) {
        const reason = errorText(error);
        return showToast('error', reason === '' ? t('sample.create_failed') : t('sample.create_error', { reason }));
      }
      const outcomeInAnswer = sampleOutcome(answer);
      const see = async () => sampleOutcome(await check(voice_name));
      const signal = alive();
      const outcome = outcomeInAnswer ?? (await see()) ?? (await recheck(see, AFTER_CREATE, signal));
      if (signal.aborted) return;
      if (!outcome) return showToast('warning', t('sample.not_seen', { name }));
      if (outcome.state === 'present') return showToast('success', t('sample.created', { name }));
      showToast('error', outcome.reason === '' ? t('sample.create_failed') : t('sample.creation_error', outcome));
    });

  const remove = ({ voice_name, display_name: name }: Voice): Promise<void> =>
    during(voice_name, 'deleting', async () => {
      const { error } = await deleteSample(voice_name);
      if (isMissing(error)) return reportMissing();
      if (error) return fail(t('sample.delete_failed'), error);
      const see = async () => {
        const voice = await check(voice_name);
        return voice === undefined || voice?.has_sample ? undefined : 'deleted';
      };
      const signal = alive();
      const seen = (await see()) ?? (await recheck(see, AFTER_DELETE, signal));
      if (signal.aborted) return;
      sampleCache.delete(voice_name);
      if (seen) showToast('success', t('sample.deleted', { name }));
      else showToast('warning', t('sample.not_seen_deleted', { name }));
    });

  return { work, create, remove };
}

/** The result of creating a sample; `reason` may be empty. */
type SampleOutcome = { state: 'present' } | { state: 'failed'; reason: string };
/** The result in an answer or in the state of the voice; undefined while the creation is running. */
function sampleOutcome(seen: SampleAnswer | Voice | null | undefined): SampleOutcome | undefined {
  if (seen === null) return { state: 'failed', reason: '' };
  if (seen === undefined) return undefined;
  if ('success' in seen) {
    if (!seen.success) return { state: 'failed', reason: seen.error ?? '' };
    return seen.sample_state === 'present' ? { state: 'present' } : undefined;
  }
  if (seen.has_sample) return { state: 'present' };
  return seen.sample_state === 'failed' ? { state: 'failed', reason: seen.sample_error ?? '' } : undefined;
}

type Schedule = { checks: number; intervalMs: number };

/** See VOICE-13. */
export const AFTER_CREATE: Schedule = { checks: 3, intervalMs: 1_000 };
export const AFTER_DELETE: Schedule = { checks: 8, intervalMs: 1_500 };

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const timer = setTimeout(resolve, ms);
  const give = (): void => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener('abort', give, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', give));
}

/**
 * Repeats a check after each delay of the schedule until it succeeds.
 * @returns the result of the last check, `undefined` without one or after an abort
 */
export async function recheck<T>(
  check: () => Promise<T | undefined>,
  { checks, intervalMs }: Schedule,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (let attempt = 0; attempt < checks; attempt++) {
    await pause(intervalMs, signal);
    if (signal.aborted) return undefined;
    const result = await check();
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Fetches a voice; undefined where the request failed, null where the voice no longer exists. */
function useFetchVoice(): (name: string) => Promise<Voice | null | undefined> {
  const dispatch = useDispatch<AppDispatch>();
  return async (name) => {
    const check = voiceChangesApi.endpoints.getVoice.initiate(name, { forceRefetch: true, subscribe: false });
    return (await dispatch(check)).data;
  };
}
