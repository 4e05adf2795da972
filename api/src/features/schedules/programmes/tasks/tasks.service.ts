import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import { transact } from '../../../../db/transact.ts';
import type { Deps } from '../../../../deps.ts';
import { defineQueue } from '../../../../jobs/index.ts';
import { ownOf } from '../../../../policies/owners.ts';
import { toLocal } from '../../../../recurrence/local-time.ts';
import { runIdOf } from '../../../../recurrence/run-id.ts';
import { startScheduledRun } from '../../../command-runs/index.ts';
import { resolveTargets } from '../../../places/index.ts';
import { findSchedule, type ScheduleRow } from '../../index.ts';
import { notifyMissed } from './notify-missed.ts';
import { sendReport } from './send-report.ts';
import { syncTasks, claimTask, type NewTask, type Task, type TaskKind } from './tasks.repository.ts';

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

const JOBS_AT_ONCE = 500;

/** A job whose task is gone does nothing. */
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

type Work = (deps: Deps, trx: Kysely<Database>, schedule: ScheduleRow, task: Task) => Promise<void>;
const WORK: Record<TaskKind, Work> = { maintenance: startMaintenance, report: sendReport, check: notifyMissed };

/**
 * Does a task once: its mark and all that it does are one transaction, so that a second instance or a repeated job finds it
 * done. One whose schedule was changed or deleted is gone.
 */
export async function runTask(deps: Deps, { run_id, at, kind }: z.output<typeof SCHEDULE_TASKS.schema>): Promise<void> {
  const done = await transact(deps.db, async (trx) => {
    const task = await claimTask(trx, { run_id, at: new Date(at), kind });
    const schedule = task && (await findSchedule(trx, task.schedule_id));
    if (!schedule) return null;
    await WORK[kind](deps, trx, schedule, task);
    return schedule;
  });
  if (!done) return;
  deps.events.changed(kind === 'maintenance' ? 'runs_changed' : 'announcements_changed', [], done.user_id);
}

/** Sends the command to the devices of the schedule whose wall-clock time it is now, as a command run of the owner. */
async function startMaintenance(
  { jobs }: Deps,
  trx: Kysely<Database>,
  { id, action, user_id, targets }: ScheduleRow,
  { run_id, at }: Task,
): Promise<void> {
  if (action.type !== 'maintenance') return;
  const places = await resolveTargets(trx, ownOf(user_id), targets, { missing: 'ignore' });
  const now = places.filter(({ time_zone }) => runIdOf(id, toLocal(at.getTime(), time_zone)) === run_id);
  if (now.length === 0) return;
  await startScheduledRun(trx, jobs, { command: action.command, userId: user_id, devices: now });
}
