import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

export type TwoFactorRow = Row<'two_factor'>;

export async function findTwoFactor(db: Kysely<Database>, userId: number): Promise<TwoFactorRow | undefined> {
  return db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Locks the row until the transaction ends, so that codes of one user are verified one after another. */
export async function lockTwoFactor(trx: Kysely<Database>, userId: number): Promise<TwoFactorRow | undefined> {
  return trx.selectFrom('two_factor').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** Stores an unconfirmed secret; false if two-factor sign-in is on. */
export async function putSecret(db: Kysely<Database>, userId: number, secret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret, enabled_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, last_step: 0, created_at: sql<Date>`now()` })
        .where('two_factor.enabled_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function enable(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .updateTable('two_factor')
    .set({ enabled_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
}

export async function setLastStep(db: Kysely<Database>, userId: number, step: number): Promise<void> {
  await db.updateTable('two_factor').set({ last_step: step }).where('user_id', '=', userId).execute();
}

export async function deleteTwoFactor(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('two_factor').where('user_id', '=', userId).execute();
}

export async function deleteRecoveryCodes(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(db: Kysely<Database>, userId: number, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

export async function deleteRecoveryCode(db: Kysely<Database>, userId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: Kysely<Database>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
