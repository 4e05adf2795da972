import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { lockUser, type UserRow } from '../users/index.ts';
import {
  countWrongTry,
  deleteToken,
  findTokenOwner,
  insertToken,
  lockToken,
  type LiveToken,
} from './tokens.repository.ts';
import type { TokenPurpose } from './tokens.table.ts';

export const createToken = createKey;

/** Remembers a token by its hash. */
export const storeToken = (
  db: Kysely<Database>,
  token: string,
  about: { user_id: number; purpose: TokenPurpose; message_id?: number },
): Promise<void> => insertToken(db, { message_id: null, ...about, token_hash: hashKey(token) });

/**
 * What a token stands for while it works, and its user; undefined where it does not. Both are locked for the transaction,
 * the user first, as everywhere: two who use tokens of one person at once wait in line instead of for each other.
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

/** Ends a token that was used. */
export const revokeToken = (db: Kysely<Database>, token: string): Promise<void> => deleteToken(db, hashKey(token));
