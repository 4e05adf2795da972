import { transact } from '../../../db/transact.ts';
import { AppError, notFound } from '../../../errors.ts';
import { type Actor, audit } from '../../../audit/audit-log.repository.ts';
import type { OwnersPolicy } from '../../../policies/owners.ts';
import { EMERGENCY_S, scheduleSweep } from '../announcement-jobs.ts';
import { notifyRunsChanged } from '../run-events.ts';
import { endStoppedRun, findStopTargets, lockRun } from './stop-run.repository.ts';
import type { Deps } from '../../../deps.ts';

const STOP_EXPIRES_S = 30;
/** The devices report the interruption within this time. */
const REPORTED_AFTER_MS = 60_000;

/**
 * Stops a run on all of its devices; for an emergency this is "all clear", see ANN-11. Throws not_found for a run of another user, and
 * conflict when it has ended.
 */
export async function stopRun(
  deps: Deps,
  actor: Actor,
  { runId, policy, kinds }: { runId: string; policy: OwnersPolicy; kinds?: readonly string[] },
): Promise<void> {
  const { run, targets } = await transact(deps.db, async (trx) => {
    const found = await lockRun(trx, policy(actor.user), runId);
    if (!found || kinds?.includes(found.kind) === false) throw notFound('Run not found');
    if (!['rendering', 'running'].includes(found.state))
      throw new AppError('conflict', 'The announcement has ended already');
    const devices = await findStopTargets(trx, found);
    await endStoppedRun(trx, runId);
    const action = found.kind === 'emergency' || found.kind === 'drill' ? 'emergency.all_clear' : 'announcement.stop';
    await audit(trx, actor, { action, object_kind: 'announcement', object_id: runId });
    await scheduleSweep(trx, deps.jobs, runId, new Date(Date.now() + REPORTED_AFTER_MS));
    return { run: found, targets: devices };
  });
  await deps.commands.cancelMany(targets.commandIds);
  // A device that is offline now goes on with an emergency until it receives this.
  const waits = run.kind === 'emergency';
  if (targets.deviceIds.length > 0) {
    await deps.commands.sendToMany({
      userId: actor.user.id,
      command: 'stop',
      params: { run_id: runId },
      deviceIds: targets.deviceIds,
      expiresInS: waits ? EMERGENCY_S : STOP_EXPIRES_S,
      waits,
    });
  }
  const user_ids = [...new Set([...targets.ownerIds, ...(run.user_id === null ? [] : [run.user_id])])];
  notifyRunsChanged(deps.events, [{ run_id: runId, user_ids }]);
}
