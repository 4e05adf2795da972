import type { ApiError } from '../../api/api-error.ts';

/** Why a sample cannot be heard. */
export type SampleFailure =
  /** The voice has none, it is still being made, or what came is no audio. */
  | { kind: 'missing' | 'not_ready' | 'unplayable' }
  /** No answer was received. */
  | { kind: 'network'; error: ApiError }
  /** Answered with this HTTP status. */
  | { kind: 'status'; status: number }
  /** `MediaError.code` of the audio element; `started` when it could be heard before. */
  | { kind: 'media'; code: number; started: boolean }
  /** The browser refused to play, or there is nothing to play. */
  | { kind: 'refused' | 'no_source' };

/** A person who is not signed in any more, or may not listen, gets the same answer however often they ask. */
export const isFinal = ({ status }: ApiError): boolean => status === 401 || status === 403;

/** Busy, conflicting or unavailable for now: the sample may come yet. */
const MAY_COME: ReadonlySet<number> = new Set([202, 409, 425, 429, 502, 503, 504]);

/** What the last answer of a vain search means. */
export function failureOf(error: ApiError): SampleFailure {
  if (error.status === 0) return { kind: 'network', error };
  if (error.status === 404) return { kind: 'missing' };
  if (error.code === 'unreadable') return { kind: 'unplayable' };
  return MAY_COME.has(error.status) ? { kind: 'not_ready' } : { kind: 'status', status: error.status };
}
