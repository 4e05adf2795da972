import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { setBlockedOf, updateUser, type UserRow } from '../../people/users.repository.ts';
import { redactExpiredSecrets } from '../mail/outbox/index.ts';
import { deleteCodesOf } from './confirmation-codes.repository.ts';
import { deleteTokensOf } from './one-time-tokens.repository.ts';

const SECURITY_FIELDS = ['role', 'email', 'phone', 'password_hash', 'blocked', 'active'] as const;

/**
 * Changes an account; other features must use this function. A change of a security field revokes every earlier link, code
 * and challenge in the same transaction. `before` is the row that the transaction has locked.
 */
export async function changeAccount(
  trx: Kysely<Database>,
  before: UserRow,
  changes: Partial<Omit<UserRow, 'id'>>,
): Promise<void> {
  await updateUser(trx, before.id, changes);
  const isSecurityChange = SECURITY_FIELDS.some(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  );
  if (isSecurityChange) await revokeAccountSecrets(trx, before.id);
}

export async function setAccountsBlocked(
  trx: Kysely<Database>,
  userIds: readonly number[],
  blocked: boolean,
): Promise<void> {
  await setBlockedOf(trx, userIds, blocked);
  await revokeAccountSecrets(trx, ...userIds);
}

/**
 * Revokes every reset link, confirmation code and second-factor challenge of accounts, and removes them from the messages
 * that contain them: nobody may use on the changed account what was sent before. Must run in the transaction of the change,
 * which has locked the user's row, so that nothing new is issued for the earlier state.
 */
export async function revokeAccountSecrets(trx: Kysely<Database>, ...userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  await deleteTokensOf(trx, userIds);
  await deleteCodesOf(trx, userIds);
  await redactExpiredSecrets(trx, ...userIds);
}
