import type { Voice } from '@belfry/schemas/http/voices';
import { IN_BULK, recheck } from './recheck.ts';

export type Tally = { success: number; errors: number };
/** Where a bulk creation is; `voice` is the one being worked on. */
export type RunProgress = Tally & { total: number; voice: Voice };

type Work = {
  voices: readonly Voice[];
  /** Asks for a sample; whether it is there, is being made, or cannot be. */
  request: (voice: Voice) => Promise<'present' | 'creating' | 'failed'>;
  /** Looks again: whether it is there, cannot be made, or nothing is known yet. */
  look: (voice: Voice) => Promise<'present' | 'failed' | undefined>;
  onProgress: (progress: RunProgress) => void;
  signal: AbortSignal;
};

/**
 * Makes the samples of many voices, one after the other; see VOICE-14. A voice whose sample is not seen after
 * the last look counts as an error. Stopping leaves the voice that is being worked on uncounted.
 */
export async function createSamples({ voices, request, look, onProgress, signal }: Work): Promise<Tally> {
  const tally: Tally = { success: 0, errors: 0 };
  for (const voice of voices) {
    if (signal.aborted) break;
    onProgress({ ...tally, total: voices.length, voice });
    let state: string | undefined = await request(voice);
    if (state === 'creating') state = await recheck(() => look(voice), IN_BULK, signal);
    if (state === 'present') tally.success += 1;
    else if (!signal.aborted) tally.errors += 1;
  }
  return tally;
}

/** More successes than errors are a success, anything else is a warning; see VOICE-14. */
export const toneOf = ({ success, errors }: Tally): 'success' | 'warning' => (success > errors ? 'success' : 'warning');
