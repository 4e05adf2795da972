import { createThreadPool } from '../../threads/thread-pool.ts';

const DETECTION_MS = 2_000;
/** In a thread: the statistics of languages take 200 ms to load, and on the main thread they made everything slower by a fifth, with what they add to the heap. */
const detections = createThreadPool({
  program: new URL('./detect-language.worker.ts', import.meta.url),
  maxHeapMb: 128,
  pool: 'languages',
  atOnce: 1,
  perKey: 1,
  waitingPerKey: 20,
  waitMs: DETECTION_MS,
});

/** As `detectLanguage`; null as well while others wait for too long. */
export const findLanguage = async (ownerId: number, text: string): Promise<string | null> =>
  (await detections.run(ownerId, { name: 'detect', input: text, timeoutMs: DETECTION_MS }).catch(() => null)) as
    | string
    | null;
