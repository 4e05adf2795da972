import { CODE_TTL_MS } from '@belfry/schemas/domain/account';
import { type Kysely, sql } from 'kysely';
import type { CodePurpose } from '../../db/column-types.ts';
import type { Database } from '../../db/database.ts';

const UNSENT_TTL = sql`interval '1 day'`;

type LiveCode = { code_hash: Buffer; tries: number; tries_of_strangers: number; expired: boolean; age_s: number };

/** The code of a user for a purpose. Its time to live starts when its message was sent. */
export async function findCode(
  db: Kysely<Database>,
  userId: number,
  purpose: CodePurpose,
): Promise<LiveCode | undefined> {
  const { rows } = await sql<LiveCode>`
    select c.code_hash, c.tries, c.tries_of_strangers, extract(epoch from now() - c.created_at)::float8 as age_s,
      c.created_at < now() - ${UNSENT_TTL}
        or coalesce(m.sent_at < now() - make_interval(secs => ${CODE_TTL_MS / 1_000}), false) as expired
    from confirmation_codes c left join outgoing_messages m on m.id = c.message_id
    where c.user_id = ${userId} and c.purpose = ${purpose}`.execute(db);
  return rows[0];
}

type NewCode = {
  user_id: number;
  purpose: CodePurpose;
  code_hash: Buffer;
  message_id: number;
  contact: string | null;
};

export async function findPendingContact(
  db: Kysely<Database>,
  userId: number,
  purpose: CodePurpose,
): Promise<string | null> {
  const code = db.selectFrom('confirmation_codes').select('contact').where('user_id', '=', userId);
  return (await code.where('purpose', '=', purpose).executeTakeFirst())?.contact ?? null;
}

export async function replaceCode(db: Kysely<Database>, code: NewCode): Promise<void> {
  await db
    .insertInto('confirmation_codes')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'purpose']).doUpdateSet({
        code_hash: code.code_hash,
        message_id: code.message_id,
        contact: code.contact,
        tries: 0,
        tries_of_strangers: 0,
        created_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** Guesses of strangers are counted apart from those of the account's owner. */
export async function countWrongCode(
  db: Kysely<Database>,
  userId: number,
  purpose: CodePurpose,
  by: 'tries' | 'tries_of_strangers',
): Promise<void> {
  await db
    .updateTable('confirmation_codes')
    .set((eb) => ({ [by]: eb(by, '+', 1) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deleteCodesOf(db: Kysely<Database>, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('confirmation_codes').where('user_id', 'in', userIds).execute();
}

export async function deleteCode(db: Kysely<Database>, userId: number, purpose: CodePurpose): Promise<void> {
  await db.deleteFrom('confirmation_codes').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}
