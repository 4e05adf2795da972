import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import { transact } from '../../../../db/transact.ts';
import { findSchedule, type ScheduleRow } from '../../index.ts';
import type { SCHEDULE_TASKS } from '../task-queue.ts';
import { claimTask, type Task, type TaskKind } from '../tasks.repository.ts';
import { notifyMissed } from './notify-missed.ts';
import { sendReport } from './send-report.ts';
import { startMaintenance } from './start-maintenance.ts';
import type { Deps } from '../../../../deps.ts';

export type Work = (deps: Deps, trx: Kysely<Database>, schedule: ScheduleRow, task: Task) => Promise<void>;
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
