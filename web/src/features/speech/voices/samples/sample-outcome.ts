import type { Voice } from '@belfry/schemas/http/speech/voices';
import type { SampleAnswer } from '../voice-changes-api.ts';

/** The result of creating a sample; `reason` is empty where there is none. */
export type SampleOutcome = { state: 'present' } | { state: 'failed'; reason: string };

/** The result in an answer or in the state of the voice; undefined while the creation is running. */
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
