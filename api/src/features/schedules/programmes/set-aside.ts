import { reasonText } from '@belfry/schemas/domain/reasons';
import { isDatabaseAway } from '../../../db/errors.ts';
import { transact } from '../../../db/transact.ts';
import { AppError } from '../../../errors.ts';
import { findSchedules, setProblems } from '../index.ts';
import type { OwnerLease } from './compile/compile-owner.ts';
import { FAILURES_MAX, failLease, lockLease, setAside } from './stale.repository.ts';
import type { Deps } from '../../../deps.ts';

/** Whether a compilation has failed because of what it compiles, and not because of the database or of the jobs. */
export const isFailure = (error: unknown): boolean =>
  !(error instanceof AppError) && !isDatabaseAway(error) && !(error instanceof Error && 'code' in error);

/**
 * Counts a failed compilation of an owner, and ends the lease. After FAILURES_MAX in a row the owner is set aside until one of their
 * schedules changes, and the list of schedules says so; see SCHED-21.
 */
export async function countFailure(deps: Deps, { user_id, lease }: OwnerLease, error: unknown): Promise<void> {
  const failures = await transact(deps.db, async (trx) => {
    if (!(await lockLease(trx, user_id, lease))) return 0;
    const count = await failLease(trx, user_id);
    if (count < FAILURES_MAX) return count;
    await setAside(trx, user_id);
    const problem = reasonText('programme_set_aside');
    const enabled = (await findSchedules(trx, user_id)).filter((row) => row.enabled);
    await setProblems(trx, new Map(enabled.map(({ id }) => [id, problem])));
    return count;
  });
  deps.log.warn({ err: error, user_id, failures }, 'programmes of an owner could not be compiled');
  if (failures >= FAILURES_MAX) deps.events.changed('schedules_changed', [], user_id);
}
