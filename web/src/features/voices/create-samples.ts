import type { Voice } from '@belfry/schemas/http/voices';
import { IN_BULK, recheck } from './recheck.ts';

export type Tally = { success: number; errors: number };
/** The progress of a bulk creation; `voice` is the present one. */
export type RunProgress = Tally & { total: number; voice: Voice };

type Work = {
  voices: readonly Voice[];
  /** Requests a sample; resolves to whether it exists, is being created, or has failed. */
  request: (voice: Voice) => Promise<'present' | 'creating' | 'failed'>;
  /** Checks again whether it exists or has failed; undefined while it is being created. */
  check: (voice: Voice) => Promise<'present' | 'failed' | undefined>;
  onProgress: (progress: RunProgress) => void;
  signal: AbortSignal;
};

/**
 * Creates the samples of many voices, one after the other; see VOICE-14. A voice whose sample does not exist after
 * the last check counts as an error. After a stop the present voice is not counted.
 */
export async function createSamples({ voices, request, check, onProgress, signal }: Work): Promise<Tally> {
  const tally: Tally = { success: 0, errors: 0 };
  for (const voice of voices) {
    if (signal.aborted) break;
    onProgress({ ...tally, total: voices.length, voice });
    let state: string | undefined = await request(voice);
    if (state === 'creating') state = await recheck(() => check(voice), IN_BULK, signal);
    if (state === 'present') tally.success += 1;
    else if (!signal.aborted) tally.errors += 1;
  }
  return tally;
}

/** More successes than errors are a success, anything else is a warning; see VOICE-14. */
export const toneOf = ({ success, errors }: Tally): 'success' | 'warning' => (success > errors ? 'success' : 'warning');
