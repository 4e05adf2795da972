import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { AddUserBody, User, UserUpdates } from '@belfry/schemas/http/users-admin';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { editConflict } from '../../errors.ts';
import { changeAccount } from '../account-secrets/index.ts';
import { audit, type Actor } from '../audit/index.ts';
import { hashPassword } from '../../lib/password-hash.ts';
import { ownerChanged } from '../devices/index.ts';
import { releaseDevicesOf } from './release-devices.ts';
import { createUser, type UserRow, deleteUsers } from '../users/index.ts';
import { runExclusively, lockManageableUser, refusalError, announceChange, type ChangeUsersDeps } from './change.ts';
import { canDeleteAllAccounts, canGrantRole } from '../../policies/accounts.ts';
import { revokeOpenedKeys, revokeShownKeys } from '../auth/index.ts';
import { removeDeadSecrets } from '../outbox/index.ts';
import type { UsersAdminDeps } from './deps.ts';
import { findOtherIds } from './users-admin.repository.ts';
import { readUser } from './users-admin.service.ts';

/**
 * Makes a user whose mail counts as confirmed: the administrator answers for it. Throws user_exists, forbidden for a root
 * that an admin would make.
 */
export async function addUser(deps: ChangeUsersDeps, actor: Actor, { pass, ...fields }: AddUserBody): Promise<User> {
  const password_hash = await hashPassword(pass);
  const user = { phone: null, ...fields };
  const { id } = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const refusal = isAdministrator(caller.role) ? 'grants_root' : 'not_allowed';
    if (!canGrantRole(caller, user.role)) throw refusalError(refusal, { kind: 'edit' });
    const made = await createUser(trx, { ...user, password_hash, email_confirm: true });
    await audit(trx, actor, { action: 'user.add', object_kind: 'user', object_id: made.id, details: user });
    return made;
  });
  await announceChange(deps, actor, { users: [id] });
  return readUser(deps.db, actor.user, id);
}

/**
 * Changes what is given. With another role, mail or phone all codes and links from before are dead, and with another role
 * everybody who works as this person stops. Throws user_not_found, user_exists, forbidden, and edit_conflict with the user
 * as they are where the edit began with another revision.
 */
export async function editUser(
  deps: ChangeUsersDeps,
  actor: Actor,
  { user_id: id, updates, revision }: { user_id: number; updates: UserUpdates; revision?: number | undefined },
): Promise<User> {
  const cut = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const before = await lockManageableUser(trx, caller, id, { kind: 'edit', role: updates.role });
    if (revision !== undefined && revision !== before.revision) return null;
    await changeAccount(trx, before, updates);
    await audit(trx, actor, { action: 'user.edit', object_kind: 'user', object_id: id, details: updates });
    if (updates.role === undefined || updates.role === before.role) return [];
    // Whoever was shown a key of this person was not meant to have the new role by it.
    await revokeShownKeys(trx, id);
    return [id, ...(await revokeOpenedKeys(trx, id))];
  });
  if (!cut)
    throw editConflict('Somebody else has changed this user meanwhile.', await readUser(deps.db, actor.user, id));
  await announceChange(deps, actor, { users: [id], cut });
  return readUser(deps.db, actor.user, id);
}

/** Blocks or unblocks. The blocked are shut out at once, and stop being others. Throws user_not_found, forbidden. */
export async function blockUser(
  deps: ChangeUsersDeps,
  actor: Actor,
  { user_id: id, blocked }: { user_id: number; blocked: boolean },
): Promise<User> {
  const cut = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const before = await lockManageableUser(trx, caller, id, { kind: 'block', blocked });
    await changeAccount(trx, before, { blocked });
    await audit(trx, actor, { action: blocked ? 'user.block' : 'user.unblock', object_kind: 'user', object_id: id });
    return blocked ? [id, ...(await revokeOpenedKeys(trx, id))] : [];
  });
  await announceChange(deps, actor, { users: [id], cut });
  return readUser(deps.db, actor.user, id);
}

/** Deletes a user with everything that is only theirs; their devices are nobody's then. Throws user_not_found, forbidden. */
export async function removeUser(deps: UsersAdminDeps, actor: Actor, id: number): Promise<void> {
  const { cut, ownership } = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const { name, email, role } = await lockManageableUser(trx, caller, id, { kind: 'delete' });
    const opened = await revokeOpenedKeys(trx, id);
    const ownership = await releaseDevicesOf(trx, [id]);
    await deleteUsers(trx, [id]);
    await removeDeadSecrets(trx);
    const details = { name, email, role };
    await audit(trx, actor, { action: 'user.delete', object_kind: 'user', object_id: id, details });
    return { cut: [id, ...opened], ownership };
  });
  await Promise.all([announceChange(deps, actor, { users: [id], gone: true, cut }), ownerChanged(deps, ownership)]);
  othersChanged(deps);
}

/** Deletes everybody but the root who says so. Answers how many. Throws forbidden for one who is root no more. */
export async function removeAllUsers(deps: UsersAdminDeps, actor: Actor): Promise<number> {
  const removeOthers = async (trx: Kysely<Database>, caller: UserRow) => {
    if (!canDeleteAllAccounts(caller)) throw refusalError('not_allowed', { kind: 'delete' });
    // Also those with which another root worked as this one.
    const opened = await revokeOpenedKeys(trx, caller.id);
    const ids = await findOtherIds(trx, caller.id);
    const ownership = await releaseDevicesOf(trx, ids);
    await deleteUsers(trx, ids);
    await removeDeadSecrets(trx);
    const details = { deleted: ids.length };
    await audit(trx, actor, { action: 'user.delete-all', object_kind: 'user', object_id: 'all', details });
    return { gone: ids, opened, ownership };
  };
  // It reads and writes what everybody has stored.
  const { gone, opened, ownership } = await runExclusively(deps.db, actor.user, removeOthers, (work) =>
    deps.long.job(actor.user.id, work),
  );
  const cut = [...gone, ...opened];
  await Promise.all([announceChange(deps, actor, { users: gone, gone: true, cut }), ownerChanged(deps, ownership)]);
  othersChanged(deps);
  return gone.length;
}

/** What went along with a person is not listed: whoever sees devices, companies or the uses of voices looks again. */
function othersChanged({ directory, events }: Pick<UsersAdminDeps, 'directory' | 'events'>): void {
  directory.changed();
  events.changed('devices_changed', []);
  events.changed('companies_changed', []);
  events.changed('voices_changed', []);
}
