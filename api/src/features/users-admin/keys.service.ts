import type { Impersonation, UpdatedKey } from '@belfry/schemas/http/users/admin';
import { AppError } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { AccountPolicy } from '../../policies/accounts.ts';
import { revokeAccountSecrets } from '../account-secrets/index.ts';
import { audit, type Actor } from '../audit/index.ts';
import { issueKey, type Origin, revokeAllKeys, revokeImpersonationKeys } from '../auth/index.ts';
import { runExclusively, lockPermittedUser, accountsChanged, type ChangeUsersDeps } from './account-changes.ts';

/**
 * Gives a user a new key and revokes all others with every link, code and challenge, also the keys with which they work as
 * other users or administrators as them. Only this answer shows it. Throws user_not_found, forbidden.
 */
export async function updateKey(
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
export async function impersonate(
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
