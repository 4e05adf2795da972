import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { requestOf, type Endpoint } from '@belfry/schemas/http/endpoint';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { failureOf, isFinal, type SampleFailure } from './sample-failure.ts';
import { pauseAfter, PROBE_ATTEMPTS, PROBE_PAUSE_MS, SAMPLE_ATTEMPTS, wait } from './sample-timing.ts';

/** The answer to a request for a sample: an object URL of its bytes, which the receiver revokes, or the URL of the file, empty for none. */
export type SampleAnswer = { kind: 'file'; url: string } | { kind: 'link'; url: string } | { kind: 'unplayable' };
export type CallResult<T> = { data: T } | { error: ApiError };

/** The two requests of loading, with paths below the API base. */
export type SampleCalls = {
  get(path: string, signal: AbortSignal): Promise<CallResult<SampleAnswer>>;
  /** HEAD */
  probe(path: string, signal: AbortSignal): Promise<CallResult<unknown>>;
};

/** The source of the audio element; `foreign`: a URL of another origin, which is not revoked. */
export type SampleSource = { url: string; foreign: boolean };
export type LoadedSample = { source: SampleSource } | { failure: SampleFailure };

/** The URLs of a sample, tried in turn; the last one is repeated. */
export type SampleUrl = (voice: string) => string;
const urlOf =
  (to: Endpoint): SampleUrl =>
  (voice_name) =>
    requestOf(to, { voice_name }).path;
/** A path of the own origin. */
export const sampleFileOf: SampleUrl = urlOf(voiceSamplesHttp.audio);
/** For favourites and lists; see VOICE-21. */
export const LIST_SAMPLE_URLS: readonly SampleUrl[] = [sampleFileOf, urlOf(voiceSamplesHttp.proxy)];
/** For forms; see VOICE-21. */
export const FORM_SAMPLE_URLS: readonly SampleUrl[] = [
  urlOf(voiceSamplesHttp.urlOfVoice),
  urlOf(voiceSamplesHttp.url),
  sampleFileOf,
];

export type LoadOptions = {
  urls: readonly SampleUrl[];
  signal: AbortSignal;
  /** Called at the beginning of each attempt, from 1. */
  onAttempt?: (attempt: number) => void;
};

/**
 * Requests a voice's sample until it exists, at most five times. A sample that was received is returned even after an
 * abort, because the caller revokes its URL.
 * @throws the reason of an aborted signal
 */
export async function loadSample(
  voice: string,
  calls: SampleCalls,
  { urls, signal, onAttempt }: LoadOptions,
): Promise<LoadedSample> {
  let failure: SampleFailure = { kind: 'missing' };
  for (let attempt = 1; attempt <= SAMPLE_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await wait(pauseAfter(attempt - 1), signal);
    onAttempt?.(attempt);
    const pathOf = urls[Math.min(attempt, urls.length) - 1] ?? sampleFileOf;
    const found = await follow(pathOf(voice), calls, signal);
    if ('data' in found) return { source: found.data };
    signal.throwIfAborted();
    failure = found.failure;
    if (found.final) break;
  }
  return { failure };
}

type Followed = { data: SampleSource } | { failure: SampleFailure; final?: boolean };
const UNPLAYABLE: Followed = { failure: { kind: 'unplayable' } };
const failed = (error: ApiError): Followed => ({ failure: failureOf(error), final: isFinal(error) });

async function follow(path: string, calls: SampleCalls, signal: AbortSignal): Promise<Followed> {
  const answer = await calls.get(path, signal);
  if ('error' in answer) return failed(answer.error);
  if (answer.data.kind === 'unplayable') return UNPLAYABLE;
  if (answer.data.kind === 'file') return { data: { url: answer.data.url, foreign: false } };
  // An empty URL would be that of this page.
  if (answer.data.url.trim() === '') return { failure: { kind: 'no_source' } };
  const link = URL.parse(answer.data.url, location.href);
  if (!link) return UNPLAYABLE;
  // The user key must not be sent to another origin: the audio element fetches such a file itself.
  if (link.origin !== location.origin) return { data: { url: link.href, foreign: true } };
  return followLink(link.pathname.replace(/^\/api\//, '/'), calls, signal);
}

/** Waits for a file that has a URL but is still being written. */
async function followLink(path: string, calls: SampleCalls, signal: AbortSignal): Promise<Followed> {
  for (let probe = 1; ; probe += 1) {
    const there = await calls.probe(path, signal);
    signal.throwIfAborted();
    if (!('error' in there)) break;
    if (isFinal(there.error)) return failed(there.error);
    if (probe === PROBE_ATTEMPTS) return { failure: { kind: 'not_ready' }, final: true };
    await wait(PROBE_PAUSE_MS, signal);
  }
  const answer = await calls.get(path, signal);
  if ('error' in answer) return failed(answer.error);
  return answer.data.kind === 'file' ? { data: { url: answer.data.url, foreign: false } } : UNPLAYABLE;
}
