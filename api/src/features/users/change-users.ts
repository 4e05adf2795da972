import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import type { User } from '@belfry/schemas/http/users/admin';
import { type AddUserBody, userChangesHttp, type UserUpdates } from '@belfry/schemas/http/users/changes';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import { editConflict } from '../../errors.ts';
import { hashPassword } from '../../lib/password-hash.ts';
import { createUser, zoneLike } from '../../people/users.ts';
import {
  type AccountPolicy,
  canBlockAccount,
  canDeleteAccount,
  canDeleteAllAccounts,
  canEditAccount,
  canGrantRole,
  canReadAccount,
  type Policy,
} from '../../policies/accounts.ts';
import { requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { serve } from '../../serve.ts';
import { changeAccount, revokeDisclosedKeys, revokeImpersonationKeys } from '../accounts/index.ts';
import {
  accountsChanged,
  type ChangeUsersDeps,
  lockPermittedUser,
  refusalError,
  runExclusively,
} from './account-changes.ts';
import { changeUsers, previewUsers } from './bulk-users.ts';
import { removeAllUsers, removeUser } from './delete-users.ts';
import { readUser } from './read-users.ts';

export const changingRoutes = [
  serve(
    userChangesHttp.add,
    { access: 'admin', policy: canGrantRole, ownKeyOnly: true, audit: 'service' },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: 'User added',
      user: await addUser(deps, { user, ip }, policy, body),
    }),
  ),
  serve(
    userChangesHttp.edit,
    { access: 'admin', policy: canEditAccount, ownKeyOnly: true, audit: 'service' },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: 'Changes saved',
      user: await editUser(deps, { user, ip }, policy, body),
    }),
  ),
  serve(
    userChangesHttp.block,
    { access: 'admin', policy: canBlockAccount, ownKeyOnly: true, audit: 'service' },
    async ({ deps, user, ip, policy, body }) => ({
      success: true as const,
      message: body.blocked ? 'User blocked' : 'User unblocked',
      user: await blockUser(deps, { user, ip }, policy, body),
    }),
  ),
  serve(
    userChangesHttp.remove,
    { access: 'admin', policy: canDeleteAccount, ownKeyOnly: true, audit: 'service' },
    async ({ deps, user, ip, policy, params }) => {
      await removeUser(deps, { user, ip }, policy, params.id);
      return { success: true as const, message: 'User deleted' };
    },
  ),
  serve(
    userChangesHttp.changeMany,
    {
      access: 'admin',
      policy: { block: canBlockAccount, delete: canDeleteAccount },
      ownKeyOnly: true,
      audit: 'service',
    },
    ({ deps, user, ip, policy, body }) => changeUsers(deps, { user, ip }, policy, body),
  ),
  serve(
    userChangesHttp.previewMany,
    {
      access: 'admin',
      policy: { block: canBlockAccount, delete: canDeleteAccount },
      audit: 'none: it shows what would happen',
    },
    ({ deps, user, ip, policy, body }) => previewUsers(deps, { user, ip }, policy, body),
  ),
  serve(
    userChangesHttp.removeAll,
    { access: 'root', policy: canDeleteAllAccounts, ownKeyOnly: true, audit: 'service' },
    async ({ deps, user, ip, policy, query }) => ({
      success: true as const,
      message: 'All other users deleted',
      deleted: await removeAllUsers(deps, { user, ip }, policy, query.expected),
    }),
  ),
];

/** Creates a user whose mail counts as confirmed. Throws user_exists, and forbidden for a role that the policy does not permit. */
async function addUser(
  deps: ChangeUsersDeps,
  actor: Actor,
  policy: Policy<Role>,
  { pass, ...fields }: AddUserBody,
): Promise<User> {
  const password_hash = await hashPassword(pass);
  const user = { phone: null, ...fields };
  const { id } = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    if (!policy(caller, user.role)) throw refusalError(isAdministrator(caller.role) ? 'grants_root' : 'not_allowed');
    await requireInstallationRoom(trx, 'users');
    const account = await createUser(trx, { ...user, ...zoneLike(caller), password_hash, email_confirm: true });
    await audit(trx, actor, {
      action: 'user.add',
      object_kind: 'user',
      object_id: account.id,
      details: user,
      after: user,
    });
    return account;
  });
  await accountsChanged(deps, actor, { users: [id] });
  return readUser(deps.db, actor.user, canReadAccount, id);
}

/**
 * Changes the given fields. A new role, mail or phone invalidates all earlier codes and links; a new role also ends the
 * sessions that administrators have opened as this user. Throws user_not_found, user_exists, forbidden, and edit_conflict
 * with the current user where the edit began with another revision.
 */
async function editUser(
  deps: ChangeUsersDeps,
  actor: Actor,
  policy: AccountPolicy,
  { user_id: id, updates, revision }: { user_id: number; updates: UserUpdates; revision?: number | undefined },
): Promise<User> {
  const disconnected = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const before = await lockPermittedUser(trx, caller, {
      id,
      policy,
      change: { role: updates.role },
      ownAccountText: 'You cannot change your own role.',
    });
    if (revision !== undefined && revision !== before.revision) return null;
    await changeAccount(trx, before, updates);
    const entry = { action: 'user.edit', object_kind: 'user', object_id: id, details: updates } as const;
    await audit(trx, actor, { ...entry, before, after: updates });
    if (updates.role === undefined || updates.role === before.role) return [];
    // An administrator who was shown a key of this user must not get the new role by it.
    await revokeDisclosedKeys(trx, id);
    return [id, ...(await revokeImpersonationKeys(trx, id))];
  });
  if (!disconnected)
    throw editConflict(
      'Somebody else has changed this user meanwhile.',
      await readUser(deps.db, actor.user, canReadAccount, id),
    );
  await accountsChanged(deps, actor, { users: [id], disconnected });
  return readUser(deps.db, actor.user, canReadAccount, id);
}

/** Blocking ends their sessions immediately, also those as other users. */
async function blockUser(
  deps: ChangeUsersDeps,
  actor: Actor,
  policy: AccountPolicy,
  { user_id: id, blocked }: { user_id: number; blocked: boolean },
): Promise<User> {
  const disconnected = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const before = await lockPermittedUser(trx, caller, {
      id,
      policy,
      change: { blocked },
      ownAccountText: 'You cannot block yourself.',
    });
    await changeAccount(trx, before, { blocked });
    const action = blocked ? 'user.block' : 'user.unblock';
    const sides = { before: { blocked: before.blocked }, after: { blocked } };
    await audit(trx, actor, { action, object_kind: 'user', object_id: id, ...sides });
    return blocked ? [id, ...(await revokeImpersonationKeys(trx, id))] : [];
  });
  await accountsChanged(deps, actor, { users: [id], disconnected });
  return readUser(deps.db, actor.user, canReadAccount, id);
}
