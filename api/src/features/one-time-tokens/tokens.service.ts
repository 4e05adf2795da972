import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { createKey, hashKey } from '../auth/keys.ts';
import { countWrongTry, insertToken, lockToken, type LiveToken } from './tokens.repository.ts';
import type { TokenPurpose } from './tokens.table.ts';

export { deleteOldTokens, deleteTokens } from './tokens.repository.ts';

export const createToken = createKey;

/** Remembers a token by its hash. */
export const rememberToken = (
  db: Kysely<Database>,
  token: string,
  about: { user_id: number; purpose: TokenPurpose; message_id?: number },
): Promise<void> => insertToken(db, { message_id: null, ...about, token_hash: hashKey(token) });

/** What a token stands for while it works, locked for the transaction; undefined where it does not. */
export const takeToken = (
  trx: Kysely<Database>,
  token: string,
  purpose: TokenPurpose,
): Promise<LiveToken | undefined> => lockToken(trx, hashKey(token), purpose);

export const countWrongCode = (trx: Kysely<Database>, token: string): Promise<void> =>
  countWrongTry(trx, hashKey(token));
