import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { audit, type Actor } from '../audit/index.ts';
import { ownerChanged } from '../devices/index.ts';
import { releaseDevicesOf } from './release-devices.ts';
import type { UserRow } from '../accounts/users/index.ts';
import { runExclusively, lockPermittedUser, refusalError, accountsChanged } from './account-changes.ts';
import { type AccountPolicy } from '../../policies/accounts.ts';
import type { Policy } from '../../policies/policy.ts';
import { revokeImpersonationKeys } from '../accounts/auth/index.ts';
import { redactExpiredSecrets } from '../messages/outbox/index.ts';
import { deleteAccounts } from './delete-accounts.ts';
import { findOtherIds } from './users-admin.repository.ts';
import type { Deps } from '../../deps.ts';

/** Deletes a user with everything that they own, except devices, which lose their owner. Throws user_not_found, forbidden. */
export async function removeUser(deps: Deps, actor: Actor, policy: AccountPolicy, id: number): Promise<void> {
  const { disconnected, ownership } = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const { name, email, role } = await lockPermittedUser(trx, caller, {
      id,
      policy,
      ownAccountText: 'You cannot delete yourself.',
    });
    const impersonated = await revokeImpersonationKeys(trx, id);
    const ownership = await releaseDevicesOf(trx, [id]);
    await deleteAccounts(trx, [id]);
    await redactExpiredSecrets(trx);
    const details = { name, email, role };
    await audit(trx, actor, { action: 'user.delete', object_kind: 'user', object_id: id, details });
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
    const ownership = await releaseDevicesOf(trx, ids);
    await deleteAccounts(trx, ids);
    await redactExpiredSecrets(trx);
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
