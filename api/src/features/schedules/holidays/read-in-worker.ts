import { createThreadPool } from '../../../threads/thread-pool.ts';
import { ThreadLimitError, ThreadWorkError } from '../../../threads/thread.ts';
import { CalendarError, TOO_LONG } from './calendar-error.ts';
import type { ReadCalendar } from './read-ical.ts';

/** The time limit of a file from when its thread has started; the thread itself stops after READING_MAX_MS of the processor. */
const TIMEOUT_MS = 10_000;

const pool = createThreadPool({
  program: new URL('./read-ical.worker.ts', import.meta.url),
  maxHeapMb: 128,
  atOnce: 1,
  waitingMax: 20,
  waitingPerUser: 5,
  busyText: 'Other files are being read. Please try again shortly.',
});

/**
 * Reads an iCalendar file for a user in a thread that is ended at its limits: a single hostile event can make the library work
 * for minutes. Throws CalendarError, and rate_limited while too many files wait, in all or of this user.
 */
export async function readInWorker(
  userId: number,
  text: string,
  now: Date,
  timeoutMs = TIMEOUT_MS,
): Promise<ReadCalendar> {
  try {
    return (await pool.run(userId, { name: 'read', input: { text, now }, timeoutMs })) as ReadCalendar;
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new CalendarError(TOO_LONG);
    const refused = error instanceof ThreadWorkError && error.kind === CalendarError.name;
    throw refused ? new CalendarError(error.message) : error;
  }
}
