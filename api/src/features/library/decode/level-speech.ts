import type { Urgency } from '../../../lib/semaphore.ts';
import { createThreadPool } from '../../../threads/thread-pool.ts';
import type { Measured } from './measure.ts';

/** Minutes of speech take less than a second. */
const TIMEOUT_MS = 30_000;

/**
 * Speech of our engines and providers is no hostile file, so a thread that stays makes it as loud as it should be, and
 * nobody who waits for a sentence waits for the start of a process. Owners take turns; how much waits is limited by
 * those who ask.
 */
const pool = createThreadPool({
  program: new URL('./level-speech.worker.ts', import.meta.url),
  maxHeapMb: 256,
  pool: 'loudness',
  atOnce: 1,
  perKey: 1,
  waitingPerKey: Infinity,
  promisedMs: TIMEOUT_MS,
});

export type SpeechTurn = { ownerId: number; urgency: Urgency };

/** Measures a file of speech, and makes it as loud as `lufs`, as `levelledName(path)`. @returns null where that is not possible now */
export const levelSpeechFile = (
  { ownerId, urgency }: SpeechTurn,
  path: string,
  lufs: number,
): Promise<Measured | null> =>
  pool.run(ownerId, { name: 'level', input: { path, lufs }, timeoutMs: TIMEOUT_MS }, { urgency }).then(
    (measured) => measured as Measured | null,
    () => null,
  );
