import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { requestOf, type Endpoint } from '@belfry/schemas/http/endpoint';
import { sampleUrlAnswerSchema } from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { baseApi } from '../../../lib/api/base-api.ts';
import { reading } from '../../../lib/api/call.ts';

/** The answer to a request for a sample: an object URL of its bytes, which the receiver revokes, or the URL of the file, empty for none. */
export type SampleAnswer = { kind: 'file'; url: string } | { kind: 'link'; url: string } | { kind: 'unplayable' };
export type CallResult<T> = { data: T } | { error: ApiError };

export type SampleCalls = {
  get(path: string, signal: AbortSignal): Promise<CallResult<SampleAnswer>>;
  /** HEAD */
  probe(path: string, signal: AbortSignal): Promise<CallResult<unknown>>;
};

/** The source of the audio element; `crossOrigin`: a URL of another origin, which is not revoked. */
export type SampleSource = { url: string; crossOrigin: boolean };
export type LoadedSample = { source: SampleSource } | { failure: SampleFailure };

/** The URLs of a sample, tried in turn; the last one is repeated. */
export type SampleUrl = (voice: string) => string;
const urlOf =
  (to: Endpoint): SampleUrl =>
  (voice_name) =>
    requestOf(to, { voice_name }).path;
export const sampleFileOf: SampleUrl = urlOf(voiceSamplesHttp.audio);
/** For favourites and lists; see VOICE-21. */
export const LIST_SAMPLE_URLS: readonly SampleUrl[] = [sampleFileOf, urlOf(voiceSamplesHttp.proxy)];
/** For forms; see VOICE-21. */
export const FORM_SAMPLE_URLS: readonly SampleUrl[] = [
  urlOf(voiceSamplesHttp.urlOfVoice),
  urlOf(voiceSamplesHttp.url),
  sampleFileOf,
];

type LoadOptions = {
  urls: readonly SampleUrl[];
  signal: AbortSignal;
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
    const answer = await follow(pathOf(voice), calls, signal);
    if ('data' in answer) return { source: answer.data };
    signal.throwIfAborted();
    failure = answer.failure;
    if (answer.final) break;
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
  if (answer.data.kind === 'file') return { data: { url: answer.data.url, crossOrigin: false } };
  // An empty URL would be that of this page.
  if (answer.data.url.trim() === '') return { failure: { kind: 'no_source' } };
  const link = URL.parse(answer.data.url, location.href);
  if (!link) return UNPLAYABLE;
  // The user key must not be sent to another origin: the audio element fetches such a file itself.
  if (link.origin !== location.origin) return { data: { url: link.href, crossOrigin: true } };
  return followLink(link.pathname.replace(/^\/api\//, '/'), calls, signal);
}

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
  return answer.data.kind === 'file' ? { data: { url: answer.data.url, crossOrigin: false } } : UNPLAYABLE;
}

export type SampleFailure =
  /** The voice has no sample, it is still being created, or the answer is no audio. */
  | { kind: 'missing' | 'not_ready' | 'unplayable' }
  /** No answer was received. */
  | { kind: 'network'; error: ApiError }
  | { kind: 'status'; status: number }
  /** `MediaError.code` of the audio element; `started` where it was playing before. */
  | { kind: 'media'; code: number; started: boolean }
  /** The browser rejected `play()`, or there is no source. */
  | { kind: 'refused' | 'no_source' };

/** Not signed in, or not allowed: further attempts are useless. */
const isFinal = ({ status }: ApiError): boolean => status === 401 || status === 403;

/** Temporary errors, after which another attempt may succeed. */
const MAY_COME: ReadonlySet<number> = new Set([202, 409, 425, 429, 502, 503, 504]);

function failureOf(error: ApiError): SampleFailure {
  if (error.status === 0) return { kind: 'network', error };
  if (error.status === 404) return { kind: 'missing' };
  if (error.code === 'unreadable') return { kind: 'unplayable' };
  return MAY_COME.has(error.status) ? { kind: 'not_ready' } : { kind: 'status', status: error.status };
}

/** See VOICE-21. */
export const SAMPLE_ATTEMPTS = 5;
const EARLY_PAUSES = 2;
const EARLY_PAUSE_MS = 300;
const LATE_PAUSE_MS = 1_500;
const PROBE_ATTEMPTS = 10;
const PROBE_PAUSE_MS = 2_000;
export const PLAY_DELAY_MS = 100;

/** The delay after an attempt, from 1: short at first, because most samples are just being written. */
const pauseAfter = (attempt: number): number => (attempt <= EARLY_PAUSES ? EARLY_PAUSE_MS : LATE_PAUSE_MS);

/** Waits; rejects immediately when `signal` is aborted. */
export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const give = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, ms);
    signal.addEventListener('abort', give, { once: true });
  });

/** A sample without a source has no URL. */
const linkSchema = z.object({ sample_url: sampleUrlAnswerSchema.shape.sample_url.or(z.literal('')).nullable() });
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Audio, or JSON with its URL; for an error its body. */
export async function readSample(response: Response): Promise<unknown> {
  const isAudio = response.headers.get('Content-Type')?.startsWith('audio/') ?? false;
  if (!response.ok || !isAudio) return parsed(await response.text());
  const bytes = await response.blob();
  return { kind: 'file', url: bytes.size > 0 ? URL.createObjectURL(bytes) : '' } satisfies SampleAnswer;
}

const isFile = (answer: unknown): answer is SampleAnswer =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'file';

/** Reads an answer: an empty file and an HTML page cannot be played. */
export function toSampleAnswer(answer: unknown): SampleAnswer {
  if (isFile(answer)) return answer.kind === 'file' && answer.url === '' ? { kind: 'unplayable' } : answer;
  const link = linkSchema.safeParse(answer);
  return link.success ? { kind: 'link', url: link.data.sample_url ?? '' } : { kind: 'unplayable' };
}

/** Paths below the API base. Mutations, because audio is not cached in the store: the caller gets an object URL to revoke. */
export const voiceSamplesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET of a file, or of a route that returns one or its URL. */
    fetchSample: build.mutation(
      reading(
        { query: (url: string) => ({ url, responseHandler: readSample }) },
        z.unknown().transform(toSampleAnswer),
      ),
    ),
    /** HEAD of a file: whether it exists. */
    probeSample: build.mutation(
      reading({ query: (url: string) => ({ url, method: 'HEAD', responseHandler: async () => null }) }, z.null()),
    ),
  }),
});
