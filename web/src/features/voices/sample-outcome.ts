import type { Voice } from '@belfry/schemas/http/voices';
import type { SampleAnswer } from './voice-changes-api.ts';

/** How the creation of a sample has ended; `reason` is empty where nobody gave one. */
export type SampleOutcome = { state: 'present' } | { state: 'failed'; reason: string };

/** What an answer, or a look at the voice, says of the creation; undefined while it goes on. */
export function sampleOutcome(seen: SampleAnswer | Voice | null | undefined): SampleOutcome | undefined {
  if (seen === null) return { state: 'failed', reason: '' };
  if (seen === undefined) return undefined;
  if ('success' in seen) {
    if (!seen.success) return { state: 'failed', reason: seen.error ?? '' };
    return seen.sample_state === 'present' ? { state: 'present' } : undefined;
  }
  if (seen.has_sample) return { state: 'present' };
  return seen.sample_state === 'failed' ? { state: 'failed', reason: seen.sample_error ?? '' } : undefined;
}
