import type { ApiError } from '../../../lib/api/api-error.ts';

/** Why a sample cannot be played. */
export type SampleFailure =
  /** The voice has no sample, it is still being created, or the answer is no audio. */
  | { kind: 'missing' | 'not_ready' | 'unplayable' }
  /** No answer was received. */
  | { kind: 'network'; error: ApiError }
  /** The HTTP status of the answer. */
  | { kind: 'status'; status: number }
  /** `MediaError.code` of the audio element; `started` where it was playing before. */
  | { kind: 'media'; code: number; started: boolean }
  /** The browser rejected `play()`, or there is no source. */
  | { kind: 'refused' | 'no_source' };

/** Not signed in, or not allowed: further attempts are useless. */
export const isFinal = ({ status }: ApiError): boolean => status === 401 || status === 403;

/** Temporary errors, after which another attempt may succeed. */
const MAY_COME: ReadonlySet<number> = new Set([202, 409, 425, 429, 502, 503, 504]);

/** The failure for the last answer. */
export function failureOf(error: ApiError): SampleFailure {
  if (error.status === 0) return { kind: 'network', error };
  if (error.status === 404) return { kind: 'missing' };
  if (error.code === 'unreadable') return { kind: 'unplayable' };
  return MAY_COME.has(error.status) ? { kind: 'not_ready' } : { kind: 'status', status: error.status };
}
