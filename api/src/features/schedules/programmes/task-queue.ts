import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { defineQueue } from '../../../jobs/index.ts';
import { syncTasks, type NewTask } from './tasks.repository.ts';
import type { Deps } from '../../../deps.ts';

/** What the server does at the instants of schedules. */
export const SCHEDULE_TASKS = defineQueue('schedule-tasks', {
  schema: z.object({
    run_id: z.uuid(),
    at: z.iso.datetime(),
    kind: z.enum(['maintenance', 'report', 'check']),
  }),
  concurrency: 4,
  retries: 10,
  retryDelayS: 2,
  timeoutS: 60,
});

/** Jobs of one statement. */
const JOBS_AT_ONCE = 500;

/** Stores the tasks of an owner, with a job for each new one at its instant. A job whose task is gone does nothing. */
export async function planJobs(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Kysely<Database>,
  userId: number,
  tasks: readonly NewTask[],
): Promise<void> {
  const added = await syncTasks(trx, userId, tasks);
  for (let from = 0; from < added.length; from += JOBS_AT_ONCE) {
    const jobsOf = added.slice(from, from + JOBS_AT_ONCE).map(({ run_id, at, kind, due_at }) => ({
      id: randomUUID(),
      data: { run_id, at: at.toISOString(), kind },
      startAfter: due_at,
    }));
    await jobs.sendAll(trx, SCHEDULE_TASKS, jobsOf);
  }
}
