import { RESET_LINK_TTL_MS, TWO_FACTOR_CHALLENGE_TTL_MS, UNLOCK_LINK_TTL_MS } from '@belfry/schemas/domain/account';
import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { TokenPurpose } from '../../../db/column-types.ts';

const TTL_S: Record<TokenPurpose, number> = {
  reset_password: RESET_LINK_TTL_MS / 1_000,
  two_factor: TWO_FACTOR_CHALLENGE_TTL_MS / 1_000,
  unlock_sign_in: UNLOCK_LINK_TTL_MS / 1_000,
};
/** How long a link is valid whose mail could not be sent. */
const UNSENT_TTL = sql`interval '1 day'`;

export async function insertToken(db: Kysely<Database>, token: Insertable<Database['one_time_tokens']>): Promise<void> {
  await db.insertInto('one_time_tokens').values(token).execute();
}

export type LiveToken = { user_id: number; tries: number; expires_at: Date };

/**
 * A valid token, locked until the transaction ends. If it has a message, its time to live starts when the message was
 * sent.
 */
export async function lockToken(
  trx: Kysely<Database>,
  hash: Buffer,
  purpose: TokenPurpose,
): Promise<LiveToken | undefined> {
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

export async function countWrongTry(trx: Kysely<Database>, hash: Buffer): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hash)
    .execute();
}

/** The user of a token of any purpose, valid or not. */
export async function findTokenOwner(db: Kysely<Database>, hash: Buffer): Promise<number | undefined> {
  const found = db.selectFrom('one_time_tokens').select('user_id').where('token_hash', '=', hash);
  return (await found.executeTakeFirst())?.user_id;
}

/** Deletes every token of a user. */
export async function deleteTokensOf(db: Kysely<Database>, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', 'in', userIds).execute();
}

/** Deletes every token of a user for one purpose. */
export async function deleteTokens(db: Kysely<Database>, userId: number, purpose: TokenPurpose): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

export async function deleteToken(db: Kysely<Database>, hash: Buffer): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('token_hash', '=', hash).execute();
}

/** Deletes expired tokens. */
export async function deleteOldTokens(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('created_at', '<', sql<Date>`now() - ${UNSENT_TTL}`)
    .execute();
}
