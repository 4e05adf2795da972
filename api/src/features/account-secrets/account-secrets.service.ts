import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deleteTokensOf } from '../one-time-tokens/index.ts';
import { removeDeadSecrets } from '../outbox/index.ts';
import { deleteCodesOf } from '../registration/index.ts';
import { updateUser, type UserRow } from '../users/index.ts';

/** What an account is reached and trusted by. */
const TRUSTED = ['role', 'email', 'phone', 'password_hash', 'blocked', 'active'] as const;

/**
 * Changes an account; other features have no other way to. Where it is about what the account is trusted by, every link,
 * code and challenge from before is dead with the commit. `before` is the row as the transaction has locked it.
 */
export async function changeAccount(
  trx: Kysely<Database>,
  before: UserRow,
  changes: Partial<Omit<UserRow, 'id'>>,
): Promise<void> {
  await updateUser(trx, before.id, changes);
  const isOther = TRUSTED.some((field) => changes[field] !== undefined && changes[field] !== before[field]);
  if (isOther) await revokeAccountSecrets(trx, before.id);
}

/**
 * Ends every reset link, confirmation code and second-factor challenge of an account, and takes them out of the messages
 * that carried them: whoever could read one before the account changed must not use it on the changed one. Give it the
 * transaction of the change, which has locked the user's row, so that nothing new is made from what was there before.
 */
export async function revokeAccountSecrets(trx: Kysely<Database>, userId: number): Promise<void> {
  await deleteTokensOf(trx, userId);
  await deleteCodesOf(trx, userId);
  await removeDeadSecrets(trx, userId);
}
