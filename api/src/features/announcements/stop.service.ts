import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Kysely } from 'kysely';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import { findRole } from '../../people/users.repository.ts';
import type { Caller } from '../../policies/accounts.ts';
import {
  ALL_OWNERS,
  emergencyTargets,
  type OwnersPolicy,
  speechTargets,
  stoppableAnnouncements,
} from '../../policies/owners.ts';
import { notifyCommandsChanged } from '../commands/index.ts';
import { EMERGENCY_S, notifyRunsChanged, scheduleSweep } from './runs.service.ts';
import {
  cancelParts,
  endStoppedRun,
  findRunsWithoutRight,
  hasPlacesOf,
  type LockedRun,
  lockRun,
  type StopTargets,
} from './stop.repository.ts';

const STOP_EXPIRES_S = 30;
const REPORTED_AFTER_MS = 60_000;

/**
 * `read`: the runs that the caller knows of; the other policies say where members may stop runs of others, their own
 * runs, and emergencies.
 */
export type StopPolicies = Record<'read' | 'stop' | 'speak' | 'emergency', OwnersPolicy>;

export const STOP_POLICIES = {
  stop: stoppableAnnouncements,
  speak: speechTargets,
  emergency: emergencyTargets,
} as const satisfies Partial<StopPolicies>;

type StopDeps = Pick<Deps, 'db' | 'jobs' | 'commands' | 'events'>;
type Stopped = { run: LockedRun; targets: StopTargets };

/**
 * Stops a run on all of its devices; for an emergency this is "all clear", see ANN-11. Throws not_found for a run that the caller does
 * not know of, forbidden where a member may not stop it at all of its places, and conflict when it has ended.
 */
export async function stopRun(
  deps: StopDeps,
  actor: Actor,
  { runId, policies, kinds }: { runId: string; policies: StopPolicies; kinds?: readonly string[] },
): Promise<void> {
  const { user } = actor;
  const stopped = await transact(deps.db, async (trx) => {
    const run = await lockRun(trx, policies.read(user), runId);
    if (!run || kinds?.includes(run.kind) === false) throw notFound('Run not found');
    await checkMayStop(trx, user, policies, run);
    if (!['rendering', 'running'].includes(run.state))
      throw new AppError('conflict', 'The announcement has ended already');
    const targets = await endRun(trx, deps, run);
    const action = isEmergency(run) ? 'emergency.all_clear' : 'announcement.stop';
    const sides = { before: { state: run.state }, after: { state: 'stopped' } };
    const entry = { action, object_kind: 'announcement', object_id: runId, owner_id: run.user_id } as const;
    await audit(trx, actor, { ...entry, ...sides });
    return { run, targets };
  });
  await sendStop(deps, user.id, stopped);
}

const isEmergency = ({ kind }: LockedRun): boolean => kind === 'emergency' || kind === 'drill';

/** Throws forbidden where a member lacks the right at some place of a run of an organisation. Others stop what they know of. */
async function checkMayStop(
  trx: Kysely<Database>,
  user: Caller,
  policies: StopPolicies,
  run: LockedRun,
): Promise<void> {
  if (run.user_id === user.id || policies.read(user).kind !== 'member') return;
  if (isEmergency(run)) {
    if (await hasPlacesOf(trx, run.run_id, [policies.emergency(user)])) return;
    throw new AppError('forbidden', 'You may not end emergencies at all of its places');
  }
  const own = run.started_by === user.id ? [policies.speak(user)] : [];
  if (await hasPlacesOf(trx, run.run_id, [policies.stop(user), ...own])) return;
  throw new AppError('forbidden', 'You may not stop announcements at all of its places');
}

async function endRun(trx: Kysely<Database>, { jobs }: Pick<Deps, 'jobs'>, run: LockedRun): Promise<StopTargets> {
  const targets = await cancelParts(trx, run);
  await endStoppedRun(trx, run.run_id);
  await scheduleSweep(trx, jobs, run.run_id, new Date(Date.now() + REPORTED_AFTER_MS));
  return targets;
}

/** Tells the devices, after the commit. @param userId who stops it; null: the server does */
async function sendStop(deps: StopDeps, userId: number | null, { run, targets }: Stopped): Promise<void> {
  notifyCommandsChanged(deps.events, targets.cancelled);
  // A device that is offline now goes on with an emergency until it receives this.
  const waits = run.kind === 'emergency';
  if (targets.deviceIds.length > 0) {
    await deps.commands.sendToMany({
      userId,
      command: 'stop',
      params: { run_id: run.run_id },
      deviceIds: targets.deviceIds,
      expiresInS: waits ? EMERGENCY_S : STOP_EXPIRES_S,
      waits,
    });
  }
  const user_ids = [...new Set([...targets.ownerIds, ...(run.user_id === null ? [] : [run.user_id])])];
  notifyRunsChanged(deps.events, [{ run_id: run.run_id, user_ids }]);
}

/**
 * Stops what somebody has started for an organisation, once they are blocked, or their role or a membership has ended or changed: the runs,
 * each as a whole, at some of whose places they could not start them any more. Call it after the commit of that change.
 */
export async function stopWorkOf(deps: StopDeps, userId: number, ownerId: number): Promise<void> {
  const role = await findRole(deps.db, userId);
  if (role !== undefined && isAdministrator(role)) return;
  for (const runId of await findRunsWithoutRight(deps.db, { userId, ownerId, blocked: role === undefined })) {
    const stopped = await transact(deps.db, async (trx) => {
      const run = await lockRun(trx, ALL_OWNERS, runId);
      return run && ['rendering', 'running'].includes(run.state)
        ? { run, targets: await endRun(trx, deps, run) }
        : null;
    });
    if (stopped) await sendStop(deps, null, stopped);
  }
}
