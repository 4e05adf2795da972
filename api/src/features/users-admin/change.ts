import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import type { Actor } from '../audit/index.ts';
import { refuseBlocked, isKeyLive } from '../auth/index.ts';
import { userExists, usersChanged, type UserRow, lockUser } from '../users/index.ts';
import { manageAccountRefusal, type AccountAction, type Refusal } from '../../policies/accounts.ts';
import type { UsersAdminDeps } from './deps.ts';
import { lockUserChanges } from './users-admin.repository.ts';

/** What changing accounts uses. */
export type ChangeUsersDeps = Pick<UsersAdminDeps, 'db' | 'auth' | 'broker' | 'events' | 'directory'>;

/** Runs a transaction. */
type Run<T> = (work: (trx: Kysely<Database>) => Promise<T>) => Promise<T>;

/**
 * Changes of people happen one after the other, each by somebody who is still what they were when they called, with a key
 * that still holds: two roots who demote each other at once do not both succeed. Throws user_exists where a mail or phone
 * is taken.
 * @param run on which connections: for a change that may take long, those that nobody else waits for
 */
export async function runExclusively<T>(
  db: Kysely<Database>,
  caller: Principal,
  work: (trx: Kysely<Database>, caller: UserRow) => Promise<T>,
  run: Run<T> = (job) => transact(db, job),
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

/** Locks an account on which the caller may do this. Throws user_not_found, forbidden. */
export async function lockManageableUser(
  trx: Kysely<Database>,
  caller: UserRow,
  id: number,
  action: AccountAction,
): Promise<UserRow> {
  const account = await lockUser(trx, id);
  const refusal = account ? manageAccountRefusal(caller, account, action) : 'unseen';
  if (!account || refusal) throw refusalError(refusal ?? 'unseen', action);
  return account;
}

const OWN_ACCOUNT_TEXTS: Record<AccountAction['kind'], string> = {
  edit: 'You cannot change your own role.',
  block: 'You cannot block yourself.',
  delete: 'You cannot delete yourself.',
  update_key: 'You cannot do this to yourself.',
  open: 'You are signed in as this user already.',
};

export function refusalError(refusal: Refusal, { kind }: Pick<AccountAction, 'kind'>): AppError {
  switch (refusal) {
    case 'unseen':
      return new AppError('user_not_found', 'User not found');
    case 'not_allowed':
      return new AppError('forbidden', 'Access denied. Administrator privileges required.');
    case 'grants_root':
      return new AppError('forbidden', 'Only root can make somebody root.');
    case 'oneself':
      return new AppError('forbidden', OWN_ACCOUNT_TEXTS[kind]);
  }
}

export type Change = {
  /** Who is another now. */
  users: number[];
  /** They are not there any more: nobody is left to be told. */
  gone?: boolean;
  /** Whose live connections end, so that their rights are read anew. */
  cut?: number[];
};

/** After the commit: what was cached is forgotten, connections end, and consoles are told. */
export async function announceChange(
  { auth, broker, events }: ChangeUsersDeps,
  actor: Actor,
  { users, gone = false, cut = [] }: Change,
): Promise<void> {
  auth.forget();
  usersChanged({ events });
  if (!gone) for (const id of users) if (id !== actor.user.id) events.notify(id, 'user_changed', [id]);
  if (cut.length > 0) await broker.disconnect('console', cut);
}
