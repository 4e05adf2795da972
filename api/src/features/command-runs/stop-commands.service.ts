import { isAdministrator } from '@belfry/schemas/domain/roles';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { findRole } from '../../people/users.repository.ts';
import { cancelRunDeliveries, cancelWithoutRight, notifyCommandsChanged, setRunPaused } from '../commands/index.ts';
import { NO_RIGHTS, notifyRunChanged } from './advance-run.ts';
import { lockRunsWithoutRight, updateRun } from './run-writes.repository.ts';

/**
 * Cancels what somebody has sent to devices of an organisation, once they are blocked, or their role or a membership has ended or changed: the
 * command runs, each as a whole, with a device that they may not command any more, and commands that wait for such devices. Call it after the
 * commit of that change. What devices have received is carried out.
 */
export async function stopCommandsOf(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  userId: number,
  ownerId: number,
): Promise<void> {
  const role = await findRole(db, userId);
  const blocked = role === undefined;
  if (!blocked && (userId === ownerId || isAdministrator(role))) return;
  const now = new Date();
  const cancelled = await transact(db, async (trx) => {
    // Those of somebody who is blocked stop at their next wave.
    const runs = blocked ? [] : await lockRunsWithoutRight(trx, { userId, ownerId });
    const devices = await cancelWithoutRight(trx, { userId, ownerId, blocked }, now.getTime());
    for (const { id } of runs) {
      await setRunPaused(trx, id, true);
      await updateRun(trx, id, { state: 'cancelled', reason: NO_RIGHTS, next_wave_at: null, finished_at: now });
      devices.push(...(await cancelRunDeliveries(trx, id, now.getTime())));
    }
    return { runs, devices };
  });
  for (const run of cancelled.runs) notifyRunChanged(events, run);
  notifyCommandsChanged(events, cancelled.devices);
}
