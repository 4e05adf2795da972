import type { Impersonation, UpdatedKey } from '@belfry/schemas/http/users/admin';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { type AccountPolicy, canImpersonate, canRenewKey, canResetTwoFactor } from '../../policies/accounts.ts';
import { serve } from '../../serve.ts';
import {
  issueKey,
  type Origin,
  revokeAccountSecrets,
  revokeAllKeys,
  revokeImpersonationKeys,
  turnOff,
} from '../accounts/index.ts';
import { queueMessage } from '../mail/outbox/index.ts';
import { accountsChanged, type ChangeUsersDeps, lockPermittedUser, runExclusively } from './account-changes.ts';

export const keysRoutes = [
  serve(
    userKeysHttp.resetTwoFactor,
    { access: 'admin', policy: canResetTwoFactor, ownKeyOnly: true, audit: 'service' },
    async ({ deps, user, ip, policy, body }) => {
      await resetTwoFactor(deps, { user, ip }, policy, body.user_id);
      return { success: true as const, message: 'Two-factor sign-in is off' };
    },
  ),
  serve(
    userKeysHttp.updateKey,
    { access: 'admin', policy: canRenewKey, ownKeyOnly: true, audit: 'service' },
    ({ deps, user, ip, policy, body }) => updateKey(deps, { user, ip }, policy, body.user_id),
  ),
  serve(
    userKeysHttp.impersonate,
    { access: 'admin', policy: canImpersonate, ownKeyOnly: true, audit: 'service' },
    ({ deps, user, ip, policy, body, req }) =>
      impersonate(deps, { user, ip }, policy, {
        id: body.user_id,
        origin: { ip, userAgent: req.headers['user-agent'] },
      }),
  ),
];

/**
 * Removes the authenticator app and the passkeys of a user who has lost the second factor, signs them out everywhere and tells them by mail; see USER-26.
 * Throws user_not_found, forbidden, and conflict where it is off.
 */
async function resetTwoFactor(
  deps: ChangeUsersDeps & Pick<Deps, 'jobs'>,
  actor: Actor,
  policy: AccountPolicy,
  id: number,
): Promise<void> {
  const disconnected = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    const account = await lockPermittedUser(trx, caller, {
      id,
      policy,
      ownAccountText: 'Only a root turns off the second factor of an administrator, and nobody their own in this way.',
    });
    if (!(await turnOff(trx, id))) throw new AppError('conflict', 'Two-factor sign-in of this user is off');
    const impersonated = await revokeImpersonationKeys(trx, id);
    await revokeAllKeys(trx, id);
    await revokeAccountSecrets(trx, id);
    await queueMessage(trx, deps.jobs, { kind: 'two_factor_reset', to: account });
    await audit(trx, actor, { action: 'user.reset-two-factor', object_kind: 'user', object_id: id });
    return [id, ...impersonated];
  });
  await accountsChanged(deps, actor, { users: [id], disconnected });
}

/**
 * Gives a user a new key and revokes all others with every link, code and challenge, also the keys with which they work as
 * other users or administrators as them. Only this answer shows it. Throws user_not_found, forbidden.
 */
async function updateKey(
  deps: ChangeUsersDeps,
  actor: Actor,
  policy: AccountPolicy,
  id: number,
): Promise<Wire<UpdatedKey>> {
  const { disconnected, key } = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    await lockPermittedUser(trx, caller, { id, policy });
    const impersonated = await revokeImpersonationKeys(trx, id);
    await revokeAllKeys(trx, id);
    await revokeAccountSecrets(trx, id);
    await audit(trx, actor, { action: 'user.update-key', object_kind: 'user', object_id: id });
    return { disconnected: [id, ...impersonated], key: await issueKey(trx, id) };
  });
  await accountsChanged(deps, actor, { users: [id], disconnected });
  return key;
}

/**
 * A key with which the administrator works as this user for an hour; see USER-16. It has the rights of the user, and ends
 * when either of the two gets another role or key, is blocked or deleted. Throws user_not_found, forbidden, and conflict for
 * a user who is blocked or suspended.
 */
async function impersonate(
  deps: ChangeUsersDeps,
  actor: Actor,
  policy: AccountPolicy,
  { id, origin }: { id: number; origin: Origin },
): Promise<Wire<Impersonation>> {
  return runExclusively(deps.db, actor.user, async (trx, caller) => {
    const account = await lockPermittedUser(trx, caller, {
      id,
      policy,
      ownAccountText: 'You are signed in as this user already.',
    });
    // Not account_blocked, which refers to the caller's own account.
    if (account.blocked || !account.active) throw new AppError('conflict', 'This account is blocked or suspended.');
    await audit(trx, actor, { action: 'user.impersonate', object_kind: 'user', object_id: id });
    return { ...(await issueKey(trx, id, { origin, made_by: caller.id })), user_id: id, role: account.role };
  });
}
