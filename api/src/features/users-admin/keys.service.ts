import type { Impersonation, UpdatedKey } from '@belfry/schemas/http/users-admin';
import { AppError } from '../../errors.ts';
import type { Wire } from '../../http/route.ts';
import { revokeAccountSecrets } from '../account-secrets/index.ts';
import { audit, type Actor } from '../audit/index.ts';
import { makeKey, type Origin, revokeAllKeys, revokeOpenedKeys } from '../auth/index.ts';
import { runExclusively, lockManageableUser, announceChange, type ChangeUsersDeps } from './change.ts';

/**
 * Gives a user a new key and revokes all others with every link, code and challenge, also those with which they work as somebody else or somebody as them.
 * Nothing but this answer ever shows it. Throws user_not_found, forbidden.
 */
export async function updateKey(deps: ChangeUsersDeps, actor: Actor, id: number): Promise<Wire<UpdatedKey>> {
  const { cut, key } = await runExclusively(deps.db, actor.user, async (trx, caller) => {
    await lockManageableUser(trx, caller, id, { kind: 'update_key' });
    const opened = await revokeOpenedKeys(trx, id);
    await revokeAllKeys(trx, id);
    await revokeAccountSecrets(trx, id);
    await audit(trx, actor, { action: 'user.update-key', object_kind: 'user', object_id: id });
    return { cut: [id, ...opened], key: await makeKey(trx, id) };
  });
  await announceChange(deps, actor, { users: [id], cut });
  return key;
}

/**
 * A key with which the administrator works as this user for an hour; see USER-16. It may what the user may, never more:
 * it is the user's, and it ends when either of the two gets another role, is blocked, re-keyed or deleted. Throws
 * user_not_found, conflict for a user who may not act, forbidden.
 */
export async function openAs(
  deps: ChangeUsersDeps,
  actor: Actor,
  id: number,
  origin: Origin,
): Promise<Wire<Impersonation>> {
  return runExclusively(deps.db, actor.user, async (trx, caller) => {
    const account = await lockManageableUser(trx, caller, id, { kind: 'open' });
    // Not as account_blocked: that is said to people of themselves.
    if (account.blocked || !account.active) throw new AppError('conflict', 'This account is blocked or suspended.');
    await audit(trx, actor, { action: 'user.impersonate', object_kind: 'user', object_id: id });
    return { ...(await makeKey(trx, id, { origin, made_by: caller.id })), user_id: id, role: account.role };
  });
}
