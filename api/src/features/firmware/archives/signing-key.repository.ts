import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export const findSealedKey = async (db: Kysely<Database>): Promise<Buffer | undefined> =>
  (await db.selectFrom('firmware_signing_key').select('sealed').executeTakeFirst())?.sealed;

/** Stores the key unless there is one. @returns the one that is stored */
export async function insertSealedKey(db: Kysely<Database>, sealed: Buffer): Promise<Buffer> {
  await db
    .insertInto('firmware_signing_key')
    .values({ sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('firmware_signing_key').select('sealed').executeTakeFirstOrThrow()).sealed;
}

export async function replaceSealedKey(db: Kysely<Database>, sealed: Buffer): Promise<void> {
  await db
    .updateTable('firmware_signing_key')
    .set({ sealed, stored_at: sql`now()` })
    .execute();
}
