import { startScheduledRun } from '../../../commands/runs/index.ts';
import { ownOf } from '../../../../policies/owners.ts';
import { resolveTargets } from '../../../places/index.ts';
import { toLocal } from '../../../../recurrence/local-time.ts';
import { runIdOf } from '../../../../recurrence/run-id.ts';
import type { Work } from './run-task.ts';

/** Sends the command to the devices of the schedule whose wall-clock time it is now, as a command run of the owner. */
export const startMaintenance: Work = async ({ jobs }, trx, { id, action, user_id, targets }, { run_id, at }) => {
  if (action.type !== 'maintenance') return;
  const places = await resolveTargets(trx, ownOf(user_id), targets, { missing: 'ignore' });
  const now = places.filter(({ time_zone }) => runIdOf(id, toLocal(at.getTime(), time_zone)) === run_id);
  if (now.length === 0) return;
  await startScheduledRun(trx, jobs, { command: action.command, userId: user_id, devices: now });
};
