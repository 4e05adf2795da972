import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { createKey, hashKey } from '../../../lib/keys.ts';
import { lockUser, type UserRow } from '../users/index.ts';
import {
  countWrongTry,
  deleteToken,
  findTokenOwner,
  insertToken,
  lockToken,
  type LiveToken,
} from './tokens.repository.ts';
import type { TokenPurpose } from '../../../db/column-types.ts';

export const createToken = createKey;

/** Stores the hash of a token. */
export const storeToken = (
  db: Kysely<Database>,
  token: string,
  about: { user_id: number; purpose: TokenPurpose; message_id?: number },
): Promise<void> => insertToken(db, { message_id: null, ...about, token_hash: hashKey(token) });

/**
 * A valid token with its user; undefined for an invalid one. Both are locked until the transaction ends, the user first as
 * in all transactions about an account, so that concurrent uses of one user's tokens do not deadlock.
 */
export async function lockLiveToken(
  trx: Kysely<Database>,
  token: string,
  purpose: TokenPurpose,
): Promise<(LiveToken & { user: UserRow }) | undefined> {
  const hash = hashKey(token);
  const owner = await findTokenOwner(trx, hash);
  const user = owner === undefined ? undefined : await lockUser(trx, owner);
  const live = user && (await lockToken(trx, hash, purpose));
  return live && { ...live, user };
}

export const countWrongCode = (trx: Kysely<Database>, token: string): Promise<void> =>
  countWrongTry(trx, hashKey(token));

/** Deletes a used token. */
export const revokeToken = (db: Kysely<Database>, token: string): Promise<void> => deleteToken(db, hashKey(token));
