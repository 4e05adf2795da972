import type { RightsMask } from '@belfry/schemas/domain/rights';
import type { Group } from '@belfry/schemas/http/groups';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError, notFound } from '../../errors.ts';
import { isMemberOf, mayChange, requireChangeable } from '../../people/own-work.ts';
import { findRightsAtNodes, ownerPermits } from '../../people/owner-access.ts';
import type { Caller } from '../../policies/accounts.ts';
import { canReadGroup, type OwnerPolicy, plannedPlaces, type VisibleOwners } from '../../policies/owners.ts';
import { rightsIn } from '../../policies/rights.ts';
import { findGroup, findGroups, isPlannedThroughout, lockGroup, type StoredGroup } from './groups.repository.ts';

export async function listGroups(db: Kysely<Database>, user: Caller, owners: VisibleOwners): Promise<Group[]> {
  const groups = await findGroups(db, owners);
  return groups.map(({ id, name, device_count, planned, ...group }) => ({
    id,
    name,
    device_count,
    may_change: mayChange(user, group, plannedPlaces) && (planned || !isMemberOf(user, group.user_id)),
  }));
}

/** A group that the policy permits; members find those with a place at which they may. Throws not_found. */
export async function readGroup(
  db: Kysely<Database>,
  user: Caller,
  id: number,
  policy: OwnerPolicy,
): Promise<StoredGroup> {
  return requireReadable(db, user, await findGroup(db, id), policy);
}

/**
 * A group that the caller may change, with `lock` locked until the transaction ends. Throws not_found for one of which they must
 * not know, and forbidden for members where it has a place for which they do not plan, or somebody else has made it.
 */
export async function requireChangeableGroup(
  db: Kysely<Database>,
  user: Caller,
  id: number,
  { policy, lock }: { policy: OwnerPolicy; lock: boolean },
): Promise<StoredGroup> {
  const row = await (lock ? lockGroup : findGroup)(db, id);
  const isOfOthers = row !== undefined && isMemberOf(user, row.user_id);
  const group = await requireReadable(db, user, row, isOfOthers ? canReadGroup : policy);
  if (!isOfOthers) return group;
  requireChangeable(user, group, plannedPlaces, 'group');
  if (!(await isPlannedThroughout(db, user.id, id)))
    throw new AppError('forbidden', 'This group also has devices at places for which you do not plan');
  return group;
}

/** Throws not_found and forbidden unless the caller may add all of these nodes to groups of the owner. */
export async function requirePlannedNodes(
  db: Kysely<Database>,
  user: Caller,
  { user_id, policy }: { user_id: number; policy: OwnerPolicy },
  nodes: readonly number[],
): Promise<void> {
  if (!isMemberOf(user, user_id)) return;
  const rights = await findRightsAtNodes(db, user, nodes);
  const allowed = (node: number, by: OwnerPolicy): boolean => permits(user, { user_id }, by, rights.get(node) ?? 0);
  if (!nodes.every((node) => allowed(node, canReadGroup)))
    throw notFound('Some of the devices are not in the tree any more. Please load it again.');
  if (!nodes.every((node) => allowed(node, policy)))
    throw new AppError('forbidden', 'Some of the devices are at places for which you do not plan');
}

async function requireReadable(
  db: Kysely<Database>,
  user: Caller,
  group: StoredGroup | undefined,
  policy: OwnerPolicy,
): Promise<StoredGroup> {
  if (!group || !(await isReadable(db, user, group, policy))) throw notFound('Group not found');
  return group;
}

async function isReadable(
  db: Kysely<Database>,
  user: Caller,
  group: StoredGroup,
  policy: OwnerPolicy,
): Promise<boolean> {
  if (!isMemberOf(user, group.user_id)) return ownerPermits(db, user, group.user_id, policy);
  if (group.created_by === user.id) return permits(user, group, policy, rightsIn(user, group.user_id));
  return permits(user, group, policy, await findRightsInGroup(db, user.id, group.id));
}

const permits = (user: Caller, { user_id }: { user_id: number }, policy: OwnerPolicy, rights: RightsMask): boolean =>
  policy(user, { id: user_id, role: 'root', rights });

async function findRightsInGroup(db: Kysely<Database>, userId: number, groupId: number): Promise<RightsMask> {
  const { rows } = await sql<{ rights: number }>`
    select coalesce(bit_or(r.rights), 0) as rights
    from device_group_elements e join node_rights r
      on r.company_id = e.company_id and r.user_id = ${userId} and (r.expires_at is null or r.expires_at > now())
    where e.group_id = ${groupId}`.execute(db);
  return rows[0]?.rights ?? 0;
}
