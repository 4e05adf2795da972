import { RESET_LINK_TTL_MS, TWO_FACTOR_CHALLENGE_TTL_MS, UNLOCK_LINK_TTL_MS } from '@belfry/schemas/domain/account';
import { type Kysely, sql } from 'kysely';
import type { TokenPurpose } from '../../db/column-types.ts';
import type { Database } from '../../db/database.ts';
import { hashKey } from '../../lib/keys.ts';
import { lockUser, type UserRow } from '../../people/users.repository.ts';

const UNSENT_TTL = sql`interval '1 day'`;

const TTL_S: Record<TokenPurpose, number> = {
  reset_password: RESET_LINK_TTL_MS / 1_000,
  two_factor: TWO_FACTOR_CHALLENGE_TTL_MS / 1_000,
  unlock_sign_in: UNLOCK_LINK_TTL_MS / 1_000,
};

export async function storeToken(
  db: Kysely<Database>,
  token: string,
  about: { user_id: number; purpose: TokenPurpose; message_id?: number },
): Promise<void> {
  await db
    .insertInto('one_time_tokens')
    .values({ message_id: null, ...about, token_hash: hashKey(token) })
    .execute();
}

type LiveToken = { user_id: number; tries: number; expires_at: Date };

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
  const owner = await trx
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  const user = owner && (await lockUser(trx, owner.user_id));
  const live = user && (await lockToken(trx, hash, purpose));
  return live && { ...live, user };
}

/** If the token has a message, its time to live starts when the message was sent. */
async function lockToken(trx: Kysely<Database>, hash: Buffer, purpose: TokenPurpose): Promise<LiveToken | undefined> {
  const { rows } = await sql<LiveToken>`
    select * from (
      select t.user_id, t.tries,
        least(
          case when t.message_id is null then t.created_at else coalesce(m.sent_at, now()) end
            + make_interval(secs => ${TTL_S[purpose]}),
          t.created_at + ${UNSENT_TTL}
        ) as expires_at
      from one_time_tokens t left join outgoing_messages m on m.id = t.message_id
      where t.token_hash = ${hash} and t.purpose = ${purpose}
      for no key update of t
    ) as token
    where expires_at > now()`.execute(trx);
  return rows[0];
}

export async function countWrongTry(trx: Kysely<Database>, token: string): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashKey(token))
    .execute();
}

export async function deleteToken(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('token_hash', '=', hashKey(token)).execute();
}

export async function deleteTokensOf(db: Kysely<Database>, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', 'in', userIds).execute();
}

export async function deleteTokens(db: Kysely<Database>, userId: number, purpose: TokenPurpose): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

export async function deleteOldTokens(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('created_at', '<', sql<Date>`now() - ${UNSENT_TTL}`)
    .execute();
}
