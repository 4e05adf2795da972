import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deleteTokensOf } from '../one-time-tokens/tokens.service.ts';
import { removeDeadSecrets } from '../outbox/outbox.service.ts';
import { deleteCodesOf } from '../registration/codes.service.ts';

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
