import { randomUUID } from 'node:crypto';
import type {
  Rollout,
  RolloutChange,
  RolloutPreview,
  RolloutState,
  StartRollout,
} from '@belfry/schemas/http/firmware/rollouts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import type { Policy } from '../../policies/accounts.ts';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import { findArchive, lockArchive, type ArchiveRow } from './archives.repository.ts';
import { scheduleStep } from './advance-rollout.ts';
import { countTargets, insertTargets } from './rollouts.sql.ts';
import {
  findGroupOwners,
  findRollouts,
  insertRollout,
  lockRollout,
  updateRollout,
  type RolloutView,
} from './rollouts.repository.ts';
import type { Deps } from '../../deps.ts';

type Policies = { firmware: Policy; group: OwnerPolicy };
const KIND = { object_kind: 'firmware_rollout' } as const;

/** Counts the devices of each phase. Throws not_found for an unknown archive or group. */
export async function previewRollout(
  deps: Deps,
  user: Principal,
  policies: Policies,
  body: StartRollout,
): Promise<RolloutPreview> {
  const archive = requireArchive(policies.firmware(user) && (await findArchive(deps.db, body.filename)));
  await checkGroups(deps, user, policies.group, body);
  const allowDowngrade = body.allow_downgrade === true;
  const targets = { phases: body.phases, firmwareVersion: versionOf(archive), seed: '', allowDowngrade };
  const counted = await deps.long.read(user.id, ({ db }) => countTargets(db, targets));
  const phases = body.phases.map((_, at) => counted.find(({ phase }) => phase === at)?.devices ?? 0);
  return {
    devices: phases.reduce((sum, devices) => sum + devices, 0),
    offline: counted.reduce((sum, { offline }) => sum + offline, 0),
    phases,
  };
}

/**
 * Starts a rollout. Throws not_found for an unknown archive or group, conflict while another rollout is running or paused,
 * unprocessable where there is no device to update.
 */
export async function startRollout(
  deps: Deps,
  actor: Actor,
  policies: Policies,
  body: StartRollout,
): Promise<Wire<Rollout>> {
  const id = randomUUID();
  await checkGroups(deps, actor.user, policies.group, body);
  await deps.long
    .job(actor.user.id, async (trx) => {
      const archive = requireArchive(policies.firmware(actor.user) && (await lockArchive(trx, body.filename)));
      const { filename, sha256, signature } = archive;
      const { phases, max_error_rate, phase_pause_s, allow_downgrade: allowDowngrade = false } = body;
      const version = versionOf(archive);
      await insertRollout(trx, {
        id,
        filename,
        firmware_version: version,
        params: JSON.stringify({
          filename,
          sha256,
          signature,
          version,
          ...(allowDowngrade && { allow_downgrade: true }),
        }),
        phases: JSON.stringify(phases),
        max_error_rate,
        phase_pause_s,
        devices: 0,
        started_by: actor.user.id,
      });
      const devices = await insertTargets(trx, id, { phases, firmwareVersion: version, seed: id, allowDowngrade });
      if (devices === 0) throw new AppError('unprocessable', 'Every device has this version already, or a newer one');
      await updateRollout(trx, id, { devices });
      await scheduleStep(trx, deps.jobs, id);
      await audit(trx, actor, {
        action: 'rollout.start',
        ...KIND,
        object_id: id,
        details: { ...body, devices },
        after: body,
      });
    })
    .catch(refuseSecond);
  deps.events.changed('firmware_changed', [id]);
  return readRollout(deps, actor.user, policies.firmware, id);
}

/** Throws not_found. */
export async function readRollout({ db }: Deps, user: Principal, policy: Policy, id: string): Promise<Wire<Rollout>> {
  const [rollout] = policy(user) ? await findRollouts(db, id) : [];
  if (!rollout) throw rolloutNotFound();
  return toRollout(rollout);
}

const CHANGES: Record<RolloutChange, { from: readonly RolloutState[]; to: RolloutState }> = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused', 'stopped'], to: 'running' },
  cancel: { from: ['running', 'paused', 'stopped'], to: 'cancelled' },
};

/** Pauses, resumes or cancels a rollout; devices that have the command finish. Throws not_found, and conflict in another state. */
export async function changeRollout(
  deps: Deps,
  actor: Actor,
  policy: Policy,
  { id, change }: { id: string; change: RolloutChange },
): Promise<Wire<Rollout>> {
  const { from, to } = CHANGES[change];
  await transact(deps.db, async (trx) => {
    const rollout = policy(actor.user) && (await lockRollout(trx, id));
    if (!rollout) throw rolloutNotFound();
    if (rollout.state === to) return;
    if (!from.includes(rollout.state))
      throw new AppError('conflict', `A rollout that is ${rollout.state} cannot do this`);
    if (change === 'resume') requireArchive(await lockArchive(trx, rollout.filename));
    const now = new Date();
    const restarted = rollout.state === 'stopped' ? { judged_from: now, reason: null } : {};
    const ended = change === 'cancel' ? { finished_at: now } : {};
    await updateRollout(trx, id, { state: to, next_phase_at: null, ...(change === 'resume' ? restarted : ended) });
    if (change === 'resume') await scheduleStep(trx, deps.jobs, id);
    const sides = { before: { state: rollout.state }, after: { state: to } };
    await audit(trx, actor, { action: `rollout.${change}`, ...KIND, object_id: id, ...sides });
  }).catch(refuseSecond);
  deps.events.changed('firmware_changed', [id]);
  return readRollout(deps, actor.user, policy, id);
}

const versionOf = ({ firmware_version, version }: ArchiveRow): string => firmware_version ?? version.toFixed(1);
const rolloutNotFound = (): AppError => notFound('There is no such rollout');

function requireArchive(archive: ArchiveRow | undefined | false): ArchiveRow {
  if (!archive) throw notFound('There is no archive with this name');
  return archive;
}

function refuseSecond(error: unknown): never {
  if (isTaken(error))
    throw new AppError('conflict', 'Another rollout is running. Please wait until it ends, or cancel it.');
  throw error;
}

/** Throws not_found for a group that does not exist or that the policy does not permit. */
async function checkGroups({ db }: Deps, user: Principal, policy: OwnerPolicy, { phases }: StartRollout) {
  const groupIds = new Set(phases.flatMap((phase) => (typeof phase === 'number' ? [] : phase.group_ids)));
  if (groupIds.size === 0) return;
  const groups = (await findGroupOwners(db, phases)).filter((owner) => policy(user, owner));
  for (const { group_id } of groups) groupIds.delete(group_id);
  const [missing] = groupIds;
  if (missing !== undefined) throw notFound(`There is no group ${missing}`);
}

const NONE = { pending: 0, downloading: 0, verifying: 0, installed: 0, rolled_back: 0, failed: 0, cancelled: 0 };

export const toRollout = ({
  id,
  phase,
  counts,
  started_by,
  started_by_name,
  ...rollout
}: RolloutView): Wire<Rollout> => ({
  ...rollout,
  rollout_id: id,
  phase: phase + 1,
  counts: { ...NONE, ...counts },
  started_by: started_by === null ? null : { id: started_by, name: started_by_name ?? '' },
});
