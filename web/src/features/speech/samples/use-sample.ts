import { useEffect, useId, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { isApiError } from '../../../lib/api/api-error.ts';
import {
  LIST_SAMPLE_URLS,
  loadSample,
  type CallResult,
  type LoadedSample,
  type SampleAnswer,
  type SampleCalls,
  type SampleUrl,
  voiceSamplesApi,
} from './load-sample.ts';
import { IDLE, type PlayerState, getSamplePlayer } from './sample-player.ts';

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

export type Sample = Pick<PlayerState, 'phase' | 'attempt' | 'failure'> & {
  play: () => void;
  stop: () => void;
};

/** A control of the page's one player, which stops when the control is unmounted or its voice changes. */
export function useSample(voice: string, urls: readonly SampleUrl[] = LIST_SAMPLE_URLS): Sample {
  const id = useId();
  const owner = `${id} ${voice}`;
  const player = getSamplePlayer();
  const dispatch = useDispatch<Dispatch>();
  const snapshot = (): PlayerState => (player.state().owner === owner ? player.state() : IDLE);
  const { phase, attempt, failure } = useSyncExternalStore(player.subscribe, snapshot);
  useEffect(() => () => player.leave(owner), [owner, player]);
  useEffect(() => {
    // A sample that cannot be played is removed from the cache, so that the next attempt requests it again.
    if (failure?.kind === 'media') sampleCache.delete(voice);
  }, [failure, voice]);
  const load = async (signal: AbortSignal, onAttempt: (attempt: number) => void): Promise<LoadedSample> => {
    const kept = sampleCache.get(voice);
    if (kept !== undefined) return { source: { url: kept, crossOrigin: false } };
    const loaded = await loadSample(voice, callsOf(dispatch), { urls, signal, onAttempt });
    if ('source' in loaded && !loaded.source.crossOrigin) sampleCache.set(voice, loaded.source.url);
    return loaded;
  };
  return { phase, attempt, failure, play: () => void player.play(owner, load), stop: player.stop };
}

/** The number of cached samples, of about 30 kB each. */
const KEPT = 24;

/** Object URLs of the samples that were played last, by voice; evicted ones are revoked. */
export function createSampleCache(kept = KEPT) {
  const urls = new Map<string, string>();
  const remove = (voice: string): void => {
    const url = urls.get(voice);
    if (url === undefined) return;
    urls.delete(voice);
    URL.revokeObjectURL(url);
  };
  return {
    delete: remove,
    clear: (): void => [...urls.keys()].forEach(remove),
    /** Returns the URL of a sample and marks it as used. */
    get(voice: string): string | undefined {
      const url = urls.get(voice);
      if (url === undefined) return undefined;
      urls.delete(voice);
      urls.set(voice, url);
      return url;
    },
    set(voice: string, url: string): void {
      remove(voice);
      urls.set(voice, url);
      for (const oldest of [...urls.keys()].slice(0, Math.max(0, urls.size - kept))) remove(oldest);
    },
  };
}

export const sampleCache = createSampleCache();
const { fetchSample, probeSample } = voiceSamplesApi.endpoints;

const callsOf = (dispatch: Dispatch): SampleCalls => ({
  get: (path, signal) => settled<SampleAnswer>(dispatch(fetchSample.initiate(path, { track: false })), signal),
  probe: (path, signal) => settled(dispatch(probeSample.initiate(path, { track: false })), signal),
});

type Call<T> = Promise<{ data: T; error?: undefined } | { data?: undefined; error: unknown }> & { abort(): void };

/** @throws errors that are no answer: an abort or a programming error */
async function settled<T>(call: Call<T>, signal: AbortSignal): Promise<CallResult<T>> {
  const abort = (): void => call.abort();
  signal.addEventListener('abort', abort, { once: true });
  const answer = await call;
  signal.removeEventListener('abort', abort);
  if (answer.data !== undefined) return { data: answer.data };
  if (isApiError(answer.error)) return { error: answer.error };
  signal.throwIfAborted();
  throw new Error('a sample could not be asked for', { cause: answer.error });
}
