import { Worker } from 'node:worker_threads';
import { createBoundedQueue } from '../../../lib/bounded-queue.ts';
import { CalendarError, TOO_LONG } from './calendar-error.ts';
import type { ReadCalendar } from './read-ical.ts';
import type { ThreadAnswer } from './read-ical.worker.ts';

/** The time limit of a file, with the start of the thread; the thread itself stops after READING_MAX_MS. */
const TIMEOUT_MS = 5_000;
const MAX_HEAP_MB = 128;
const queue = createBoundedQueue({
  atOnce: 1,
  waitingMax: 20,
  busyText: 'Other files are being read. Please try again shortly.',
});

/**
 * Reads an iCalendar file in a thread of its own, which is ended at its limits: a single hostile event can make the library work
 * for minutes. Throws CalendarError, and rate_limited while too many files wait.
 */
export async function readInWorker(text: string, now: Date, timeoutMs = TIMEOUT_MS): Promise<ReadCalendar> {
  const answer = await queue.add(() => answerOf(text, now, timeoutMs));
  if ('refused' in answer) throw new CalendarError(answer.refused);
  return answer;
}

function answerOf(text: string, now: Date, timeoutMs: number): Promise<ThreadAnswer> {
  const worker = new Worker(new URL('./read-ical.worker.ts', import.meta.url), {
    workerData: { text, now },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    env: {},
  });
  return new Promise((resolve) => {
    const end = (answer: ThreadAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ refused: TOO_LONG }), timeoutMs);
    worker.once('message', end);
    // Its memory is used up, for example.
    worker.once('error', () => end({ refused: TOO_LONG }));
  });
}
