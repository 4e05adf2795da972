import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { defineQueue } from '../../jobs/index.ts';
import type { ProgrammesDeps } from './deps.ts';
import { syncTasks, type NewTask } from './tasks.repository.ts';

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

/** Stores the tasks of an owner, with a job for each new one at its instant. A job whose task is gone does nothing. */
export async function planJobs(
  { jobs }: Pick<ProgrammesDeps, 'jobs'>,
  trx: Kysely<Database>,
  userId: number,
  tasks: readonly NewTask[],
): Promise<void> {
  for (const { run_id, at, kind, due_at } of await syncTasks(trx, userId, tasks)) {
    await jobs.send(trx, SCHEDULE_TASKS, { run_id, at: at.toISOString(), kind }, { startAfter: due_at });
  }
}
