import { SIGN_ON_RESULT_TTL_MS, SIGN_ON_TTL_MS } from '@belfry/schemas/http/single-sign-on/sign-on';
import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { hashKey } from '../../lib/keys.ts';

const ago = (ms: number): RawBuilder<Date> => sql<Date>`now() - make_interval(secs => ${ms / 1_000})`;
/** How long the ids of logout tokens are remembered: longer than such a token is accepted. */
const LOGOUT_TOKENS_MS = 86_400_000;

export type Attempt = Omit<Row<'sign_on_attempts'>, 'state_hash' | 'created_at'>;

export async function insertAttempt(db: Kysely<Database>, state: string, attempt: Attempt): Promise<void> {
  await db
    .insertInto('sign_on_attempts')
    .values({ ...attempt, state_hash: hashKey(state) })
    .execute();
}

/** The sign-in with this state, which exists no more afterwards; undefined for an expired or unknown one. */
export async function takeAttempt(db: Kysely<Database>, state: string): Promise<Attempt | undefined> {
  return db
    .deleteFrom('sign_on_attempts')
    .where('state_hash', '=', hashKey(state))
    .where('created_at', '>', ago(SIGN_ON_TTL_MS))
    .returning(['provider_id', 'issuer', 'browser_hash', 'nonce', 'verifier'])
    .executeTakeFirst();
}

type Result = Omit<Row<'sign_on_results'>, 'token_hash' | 'created_at'>;

export async function insertResult(db: Kysely<Database>, token: string, result: Result): Promise<void> {
  await db
    .insertInto('sign_on_results')
    .values({ ...result, token_hash: hashKey(token) })
    .execute();
}

/** The result with this token, which exists no more afterwards. It is left alone for another browser. */
export async function takeResult(
  trx: Kysely<Database>,
  token: string,
  browser: string,
): Promise<(Result & { user_id: number }) | undefined> {
  const { rows } = await sql<Result & { user_id: number }>`
    delete from sign_on_results r using user_identities i
    where i.identity_id = r.identity_id and r.token_hash = ${hashKey(token)} and r.browser_hash = ${hashKey(browser)}
      and r.created_at > ${ago(SIGN_ON_RESULT_TTL_MS)}
    returning r.identity_id, r.browser_hash, r.session_id, i.user_id`.execute(trx);
  return rows[0];
}

export async function insertSession(
  trx: Kysely<Database>,
  { key, identity_id, session_id }: { key: string; identity_id: number; session_id: string | null },
): Promise<void> {
  await sql`
    insert into sign_on_sessions (key_id, identity_id, session_id)
    select id, ${identity_id}::int, ${session_id}::text from user_keys where key_hash = ${hashKey(key)}`.execute(trx);
}

export async function findSessions(
  trx: Kysely<Database>,
  {
    provider_id,
    issuer,
    subject,
    session_id,
  }: { provider_id: number; issuer: string; subject: string | null; session_id: string },
): Promise<{ key_id: number; user_id: number }[]> {
  const { rows } = await sql<{ key_id: number; user_id: number }>`
    select s.key_id, i.user_id from sign_on_sessions s join user_identities i using (identity_id)
    where i.provider_id = ${provider_id} and i.issuer = ${issuer} and s.session_id = ${session_id}
      and (${subject}::text is null or i.subject = ${subject})
    order by i.user_id`.execute(trx);
  return rows;
}

export async function findSessionsOf(
  trx: Kysely<Database>,
  provider_id: number,
  user_id: number,
): Promise<{ key_id: number; user_id: number }[]> {
  return trx
    .selectFrom('sign_on_sessions as s')
    .innerJoin('user_identities as i', 'i.identity_id', 's.identity_id')
    .select(['s.key_id', 'i.user_id'])
    .where('i.provider_id', '=', provider_id)
    .where('i.user_id', '=', user_id)
    .execute();
}

/** False where the id was used before. */
export async function useLogoutToken(trx: Kysely<Database>, provider_id: number, token_id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('used_logout_tokens')
    .values({ provider_id, token_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteOldSignOns(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('sign_on_attempts').where('created_at', '<', ago(SIGN_ON_TTL_MS)).execute();
  await db.deleteFrom('sign_on_results').where('created_at', '<', ago(SIGN_ON_RESULT_TTL_MS)).execute();
  await db.deleteFrom('used_logout_tokens').where('created_at', '<', ago(LOGOUT_TOKENS_MS)).execute();
}
