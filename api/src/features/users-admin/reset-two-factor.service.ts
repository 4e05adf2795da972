import { AppError } from '../../errors.ts';
import type { AccountPolicy } from '../../policies/accounts.ts';
import { revokeAccountSecrets } from '../account-secrets/index.ts';
import { audit, type Actor } from '../audit/index.ts';
import { revokeAllKeys, revokeImpersonationKeys } from '../auth/index.ts';
import { queueMessage } from '../outbox/index.ts';
import { turnOff } from '../two-factor/index.ts';
import { accountsChanged, lockPermittedUser, runExclusively, type ChangeUsersDeps } from './account-changes.ts';
import type { Deps } from '../../deps.ts';

/**
 * Turns off two-factor sign-in of a user who has lost the second factor, signs them out everywhere and tells them by mail; see USER-26.
 * Throws user_not_found, forbidden, and conflict where it is off.
 */
export async function resetTwoFactor(
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
