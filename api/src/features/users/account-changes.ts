import type { Kysely } from 'kysely';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { lockUser, type UserRow } from '../../people/users.repository.ts';
import { userExists, usersChanged } from '../../people/users.ts';
import { type AccountChange, type AccountPolicy, type Refusal, refusalReason } from '../../policies/accounts.ts';
import { isKeyLive, refuseBlocked } from '../accounts/index.ts';
import { lockUserChanges } from './users.repository.ts';

export type ChangeUsersDeps = Pick<Deps, 'db' | 'auth' | 'broker' | 'events' | 'directory'>;

type RunTransaction<T> = (work: (trx: Kysely<Database>) => Promise<T>) => Promise<T>;

/**
 * Runs changes of accounts one after the other, each with the current role of the caller, whose key is still valid: two
 * roots who demote each other at the same time do not both succeed. Throws user_exists where a mail or phone is taken.
 * @param run runs the transaction; a change that may take long uses a pool of its own
 */
export async function runExclusively<T>(
  db: Kysely<Database>,
  caller: Principal,
  work: (trx: Kysely<Database>, caller: UserRow) => Promise<T>,
  run: RunTransaction<T> = (job) => transact(db, job),
): Promise<T> {
  return run(async (trx) => {
    await lockUserChanges(trx);
    const now = await lockUser(trx, caller.id);
    if (!now || !(await isKeyLive(trx, caller.key_id)))
      throw new AppError('unauthenticated', 'Your session has ended. Please sign in again.');
    refuseBlocked(now);
    return work(trx, now);
  }).catch((error: unknown) => {
    throw isTaken(error) ? userExists() : error;
  });
}

type Target = { id: number; policy: AccountPolicy; change?: AccountChange; ownAccountText?: string };

/** Throws user_not_found, forbidden. */
export async function lockPermittedUser(
  trx: Kysely<Database>,
  caller: UserRow,
  { id, policy, change = {}, ownAccountText }: Target,
): Promise<UserRow> {
  const account = await lockUser(trx, id);
  if (!account || account.program) throw refusalError('account_hidden');
  if (!policy(caller, account, change)) throw refusalError(refusalReason(caller, account, change), ownAccountText);
  return account;
}

export function refusalError(refusal: Refusal, ownAccountText = 'You cannot do this to yourself.'): AppError {
  switch (refusal) {
    case 'account_hidden':
      return new AppError('user_not_found', 'User not found');
    case 'not_allowed':
      return new AppError('forbidden', 'Access denied. Administrator privileges required.');
    case 'grants_root':
      return new AppError('forbidden', 'Only root can make somebody root.');
    case 'own_account':
      return new AppError('forbidden', ownAccountText);
  }
}

export type ChangedAccounts = {
  users: number[];
  /** Whether the accounts were deleted, so that they are not notified. */
  deleted?: boolean;
  /** Users whose live connections end, so that their rights are read again. */
  disconnected?: number[];
};

/** After the commit: clears caches, ends connections and notifies consoles. */
export async function accountsChanged(
  { auth, broker, events }: ChangeUsersDeps,
  actor: Actor,
  { users, deleted = false, disconnected = [] }: ChangedAccounts,
): Promise<void> {
  auth.forget();
  usersChanged({ events });
  if (!deleted) for (const id of users) if (id !== actor.user.id) events.notify(id, 'user_changed', [id]);
  if (disconnected.length > 0) await broker.disconnect('console', disconnected);
}
