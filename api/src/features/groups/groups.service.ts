import { GROUP_DEVICES_MAX, GROUPS_MAX } from '@belfry/schemas/domain/companies';
import type { Group } from '@belfry/schemas/http/groups';
import type { Kysely } from 'kysely';
import { type Actor, auditOf } from '../../audit/audit-log.repository.ts';
import type { Sides } from '../../audit/audit-values.ts';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { creatorOf } from '../../people/own-work.ts';
import { lockUser } from '../../people/users.repository.ts';
import type { Caller } from '../../policies/accounts.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { quotaOf, requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { checkDeviceNodes } from '../companies/index.ts';
import { findHeldOf, requireShare } from '../../people/organisation-share.ts';
import { requireChangeableGroup, requirePlannedNodes } from './group-access.ts';
import {
  countElements,
  deleteElement,
  deleteGroup,
  insertElements,
  insertGroup,
  updateGroupName,
  type GroupRow,
} from './groups.repository.ts';

type GroupsDeps = Pick<Deps, 'db' | 'events'>;
export type GroupChange = { id: number; actor: Actor; policy: OwnerPolicy };

type NewGroup = Omit<GroupChange, 'id'> & { ownerId: number };

/** Creates a group of this owner. Throws conflict for a name that exists, and the errors of `addDevices`. */
export async function createGroup(
  deps: GroupsDeps,
  { actor, ownerId, policy }: NewGroup,
  { name, devices }: { name: string; devices: number[] },
): Promise<Group> {
  const group = await transact(deps.db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, ownerId);
    await requireInstallationRoom(trx, 'groups');
    const max = await quotaOf(trx, ownerId, GROUPS_MAX);
    requireShare(await findHeldOf(trx, 'device_groups', ownerId), { user: actor.user, ownerId, max, what: 'groups' });
    const creator = creatorOf(actor.user, ownerId);
    const { id } = (await insertGroup(trx, ownerId, name, creator)) ?? throwNameTaken();
    const added = await addElements(trx, { id, user_id: ownerId }, { user: actor.user, policy }, devices);
    const entry = { action: 'group.create', object_kind: 'group', object_id: id, after: { name, devices } } as const;
    await auditOf(trx, actor, ownerId, entry);
    return { id, name, device_count: added, may_change: true };
  });
  deps.events.changed('groups_changed', [group.id], ownerId);
  return group;
}

/** Throws not_found and forbidden for a group that the policy does not permit, conflict for a name that its owner has already. */
export async function renameGroup(deps: GroupsDeps, group: GroupChange, name: string): Promise<void> {
  const sides = (before: GroupRow): Sides => ({ before: { name: before.name }, after: { name } });
  await change(deps, group, { action: 'group.rename', details: { name }, sides }, async (trx) => {
    await updateGroupName(trx, group.id, name).catch((error: unknown) => {
      if (isTaken(error)) throwNameTaken();
      throw error;
    });
  });
}

/** Throws not_found for a group that the policy does not permit. The devices are not changed. */
export async function removeGroup(deps: GroupsDeps, group: GroupChange): Promise<void> {
  const sides = ({ name }: GroupRow): Sides => ({ before: { name } });
  await change(deps, group, { action: 'group.delete', sides }, (trx) => deleteGroup(trx, group.id));
}

/**
 * Adds device nodes; those that are in the group are skipped. Throws not_found for a group that the policy does not permit
 * and for a node of another owner; unprocessable for a node that is not a device, and beyond the size limit.
 */
export async function addDevices(
  deps: GroupsDeps,
  group: GroupChange,
  devices: number[],
): Promise<{ added: number; skipped: number }> {
  const audited = { action: 'group.add', details: { devices }, sides: () => ({ after: { devices } }) } as const;
  const added = await change(deps, group, audited, (trx, locked) =>
    addElements(trx, locked, { user: group.actor.user, policy: group.policy }, devices),
  );
  return { added, skipped: new Set(devices).size - added };
}

/** Throws not_found for a group that the policy does not permit, and for a node that is not in it. */
export async function removeDevice(deps: GroupsDeps, group: GroupChange, node: number): Promise<void> {
  const audited = {
    action: 'group.remove',
    details: { node },
    sides: () => ({ before: { devices: [node] } }),
  } as const;
  await change(deps, group, audited, async (trx) => {
    if (!(await deleteElement(trx, group.id, node))) throw notFound('This device is not in the group');
  });
}

/** Adds device nodes of the group's owner, at which the policy permits it, to a locked group; returns how many are new in it. */
export async function addElements(
  trx: Kysely<Database>,
  { id, user_id }: Pick<GroupRow, 'id' | 'user_id'>,
  { user, policy }: { user: Caller; policy: OwnerPolicy },
  devices: readonly number[],
): Promise<number> {
  const nodes = [...new Set(devices)];
  await requirePlannedNodes(trx, user, { user_id, policy }, nodes);
  await checkDeviceNodes(trx, user_id, nodes);
  const added = await insertElements(trx, id, nodes);
  if ((await countElements(trx, id)) > GROUP_DEVICES_MAX) {
    throw new AppError('unprocessable', `A group has ${GROUP_DEVICES_MAX} devices at most`);
  }
  return added;
}

/** Must be called after a commit that changed the devices of a group. */
export function groupChanged(
  { events }: Pick<GroupsDeps, 'events'>,
  { id, user_id }: Pick<GroupRow, 'id' | 'user_id'>,
): void {
  events.changed('groups_changed', [id], user_id);
}

type AuditedAction = {
  action: `group.${string}`;
  details?: Record<string, unknown>;
  sides: (group: GroupRow) => Sides;
};

/** Changes a group that the policy permits, with its row locked, and notifies consoles after the commit. */
async function change<T>(
  { db, events }: GroupsDeps,
  { id, actor, policy }: GroupChange,
  { sides, ...entry }: AuditedAction,
  make: (trx: Kysely<Database>, group: GroupRow) => Promise<T>,
): Promise<T> {
  const { owner, answer } = await transact(db, async (trx) => {
    const group = await requireChangeableGroup(trx, actor.user, id, { policy, lock: true });
    const answer = await make(trx, group);
    await auditOf(trx, actor, group.user_id, { ...entry, object_kind: 'group', object_id: id, ...sides(group) });
    return { owner: group.user_id, answer };
  });
  groupChanged({ events }, { id, user_id: owner });
  return answer;
}

function throwNameTaken(): never {
  throw fieldError('conflict', 'name', 'There is a group of this name already');
}
