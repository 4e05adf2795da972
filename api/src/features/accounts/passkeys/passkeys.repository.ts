import { PASSKEY_CHALLENGE_TTL_MS } from '@belfry/schemas/domain/account';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';
import { hashKey } from '../../../lib/keys.ts';

export type PasskeyRow = Row<'passkeys'>;

const SHOWN = ['id', 'name', 'created_at', 'last_used_at', 'set_aside_at'] as const;
type ShownPasskey = Pick<PasskeyRow, (typeof SHOWN)[number]>;

export async function findPasskeys(db: Kysely<Database>, userId: number): Promise<ShownPasskey[]> {
  return db.selectFrom('passkeys').select(SHOWN).where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

/** @param which `usable`: without passkeys that were set aside */
export async function findDescriptors(
  db: Kysely<Database>,
  userId: number,
  which: 'all' | 'usable',
): Promise<Pick<PasskeyRow, 'credential_id' | 'transports'>[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .$if(which === 'usable', (qb) => qb.where('set_aside_at', 'is', null))
    .orderBy('id')
    .execute();
}

export async function countPasskeys(db: Kysely<Database>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findPasskeyByCredential(
  db: Kysely<Database>,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Stores a passkey; undefined where its credential is registered already. */
export async function insertPasskey(
  trx: Kysely<Database>,
  passkey: Insertable<Database['passkeys']>,
): Promise<ShownPasskey | undefined> {
  return trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(SHOWN)
    .executeTakeFirst();
}

/**
 * Stores that a passkey has signed. Its counter must have grown, unless it does not count at all.
 * @returns false where it has not grown, or the passkey was set aside or removed
 */
export async function countSignature(trx: Kysely<Database>, id: number, signCount: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('set_aside_at', 'is', null)
    .where('sign_count', signCount === 0 ? '=' : '<', signCount)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets a passkey aside, which is refused from now on. @returns its name; undefined where it is set aside or gone */
export async function setAside(trx: Kysely<Database>, id: number): Promise<string | undefined> {
  const row = await trx
    .updateTable('passkeys')
    .set({ set_aside_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('set_aside_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

type OwnPasskey = { userId: number; id: number };

export async function renamePasskey(
  trx: Kysely<Database>,
  { userId, id }: OwnPasskey,
  name: string,
): Promise<ShownPasskey | undefined> {
  return trx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(SHOWN)
    .executeTakeFirst();
}

export async function deletePasskey(trx: Kysely<Database>, { userId, id }: OwnPasskey): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function deletePasskeys(trx: Kysely<Database>, userId: number): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Spends a challenge; false where it was spent before. One statement, so that of two uses at the same time one counts. */
export async function spendChallenge(db: Kysely<Database>, challenge: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_passkey_challenges')
    .values({
      challenge_hash: hashKey(challenge),
      expires_at: sql<Date>`now() + make_interval(secs => ${PASSKEY_CHALLENGE_TTL_MS / 1_000})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteSpentChallenges(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('spent_passkey_challenges')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
