import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { ownerPermits } from '../users/index.ts';
import type { GroupsDeps } from './deps.ts';
import { findGroup, lockGroup, type GroupRow } from './groups.repository.ts';

/** A group that the policy permits, with `lock` locked until the transaction ends. Throws not_found. */
export async function readGroup(
  db: Kysely<Database>,
  user: Principal,
  id: number,
  { policy, lock }: { policy: OwnerPolicy; lock: boolean },
): Promise<GroupRow> {
  return requirePermitted(db, user, await (lock ? lockGroup : findGroup)(db, id), policy);
}

/** Must be called after a commit that changed the devices of a group. */
export function groupChanged(
  { events }: Pick<GroupsDeps, 'events'>,
  { id, user_id }: Pick<GroupRow, 'id' | 'user_id'>,
): void {
  events.changed('groups_changed', [id], user_id);
}

async function requirePermitted(
  db: Kysely<Database>,
  user: Principal,
  group: GroupRow | undefined,
  policy: OwnerPolicy,
): Promise<GroupRow> {
  if (!group || !(await ownerPermits(db, user, group.user_id, policy))) throw notFound('Group not found');
  return group;
}
