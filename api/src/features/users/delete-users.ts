import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { deleteUsers, type UserRow } from '../../people/users.repository.ts';
import type { AccountPolicy, Policy } from '../../policies/accounts.ts';
import { revokeImpersonationKeys } from '../accounts/index.ts';
import { lockNodesOf } from '../companies/index.ts';
import { changeOwner, lockDevicesOf, type OwnerChange, ownerChanged } from '../devices/index.ts';
import { deletePlaylistsOf } from '../library/index.ts';
import { redactExpiredSecrets } from '../mail/outbox/index.ts';
import { accountsChanged, lockPermittedUser, refusalError, runExclusively } from './account-changes.ts';
import { findOtherIds, lockUsers } from './users.repository.ts';

/** Devices lose their owner. Throws user_not_found, forbidden. */
export async function removeUser(deps: Deps, actor: Actor, policy: AccountPolicy, id: number): Promise<void> {
  const { disconnected, ownership } = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const { name, email, role } = await lockPermittedUser(trx, caller, {
      id,
      policy,
      ownAccountText: 'You cannot delete yourself.',
    });
    const impersonated = await revokeImpersonationKeys(trx, id);
    const ownership = await deleteAccounts(trx, [id]);
    const details = { name, email, role };
    await audit(trx, actor, { action: 'user.delete', object_kind: 'user', object_id: id, details, before: details });
    return { disconnected: [id, ...impersonated], ownership };
  });
  await Promise.all([
    accountsChanged(deps, actor, { users: [id], deleted: true, disconnected }),
    ownerChanged(deps, ownership),
  ]);
  ownedObjectsChanged(deps);
}

/**
 * Deletes all users except the caller. Returns how many. Throws forbidden for a caller who is no root any more, and conflict where
 * there are not as many as expected.
 */
export async function removeAllUsers(deps: Deps, actor: Actor, policy: Policy, expected?: number): Promise<number> {
  const removeOthers = async (trx: Kysely<Database>, caller: UserRow) => {
    if (!policy(caller)) throw refusalError('not_allowed');
    // Also the keys with which another root works as the caller.
    const impersonated = await revokeImpersonationKeys(trx, caller.id);
    const ids = await findOtherIds(trx, caller.id);
    if (expected !== undefined && expected !== ids.length) throw otherNumber(ids.length);
    const ownership = await deleteAccounts(trx, ids);
    const details = { deleted: ids.length };
    await audit(trx, actor, { action: 'user.delete-all', object_kind: 'user', object_id: 'all', details });
    return { deleted: ids, impersonated, ownership };
  };
  // Its cost grows with the data of all users.
  const { deleted, impersonated, ownership } = await runExclusively(deps.db, actor.user, removeOthers, (work) =>
    deps.long.job(actor.user.id, work),
  );
  const disconnected = [...deleted, ...impersonated];
  await Promise.all([
    accountsChanged(deps, actor, { users: deleted, deleted: true, disconnected }),
    ownerChanged(deps, ownership),
  ]);
  ownedObjectsChanged(deps);
  return deleted.length;
}

const otherNumber = (now: number): AppError =>
  new AppError('conflict', `There are ${now} other users by now. Please look at the list again.`);

/** The objects that were deleted with a user are not listed, so consoles refetch devices, companies and uses of voices. */
export function ownedObjectsChanged({ directory, events }: Pick<Deps, 'directory' | 'events'>): void {
  directory.changed();
  events.changed('devices_changed', []);
  events.changed('companies_changed', []);
  events.changed('voices_changed', []);
}

/**
 * Deletes users with everything of theirs, except devices, which lose their owner. Playlists go first: no audio is deleted while a
 * playlist has it, although it belongs to the same person.
 */
export async function deleteAccounts(trx: Kysely<Database>, userIds: readonly number[]): Promise<OwnerChange> {
  const ownership = await releaseDevicesOf(trx, userIds);
  await deletePlaylistsOf(trx, userIds);
  await deleteUsers(trx, userIds);
  await redactExpiredSecrets(trx);
  return ownership;
}

/**
 * Removes all devices from users who are being deleted; no device can be assigned to them until the transaction ends. Locks
 * nodes before devices, as binding does, and the users after both, as a claim does.
 */
export async function releaseDevicesOf(trx: Kysely<Database>, userIds: readonly number[]): Promise<OwnerChange> {
  await lockNodesOf(trx, userIds);
  await lockDevicesOf(trx, userIds);
  await lockUsers(trx, userIds);
  // Again, for devices that were claimed while this waited for the lock on the users.
  return changeOwner(trx, await lockDevicesOf(trx, userIds), null);
}
