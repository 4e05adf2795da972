import type { PgBoss } from 'pg-boss';
import { findDueQueues } from './jobs.sql.ts';
import { asError } from '../errors.ts';

/** A deferred or repeated job starts at most this late, and a new one whose notification is lost. */
const LOOK_MS = 500;

/**
 * Wakes the workers of queues that have a job which is due. One statement looks into all queues, because workers that poll send dozens of
 * statements a second while nothing is to be done.
 * @param workersOf the ids of the workers of each queue
 */
export function startDueJobs(boss: PgBoss, workersOf: ReadonlyMap<string, readonly string[]>): { stop(): void } {
  const names = [...workersOf.keys()];
  let looking = false;
  let stopped = false;

  async function look(): Promise<void> {
    looking = true;
    try {
      const due = await findDueQueues(boss, names);
      for (const name of due) for (const id of workersOf.get(name) ?? []) boss.notifyWorker(id);
    } catch (error) {
      if (!stopped) boss.emit('error', asError(error));
    }
    looking = false;
  }

  const timer = setInterval(() => {
    if (!looking) void look();
  }, LOOK_MS).unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
