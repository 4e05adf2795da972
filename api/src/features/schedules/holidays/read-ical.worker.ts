import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { CalendarError } from './calendar-error.ts';
import { readCalendar, type ReadCalendar } from './read-ical.ts';

/** The answer of the thread: the days, or the reason, for users, why the file is refused. */
export type ThreadAnswer = ReadCalendar | { refused: string };

const { text, now } = z.object({ text: z.string(), now: z.date() }).parse(workerData);

function answer(): ThreadAnswer {
  try {
    return readCalendar(text, now);
  } catch (error) {
    if (error instanceof CalendarError) return { refused: error.message };
    throw error;
  }
}

// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(answer());
