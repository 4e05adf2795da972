import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

export type ArchiveRow = Omit<Row<'firmware_archives'>, 'added_by' | 'added_at'>;

const COLUMNS = ['filename', 'version', 'firmware_version', 'size', 'sha256', 'signature', 'created'] as const;

export const findArchives = (db: Kysely<Database>): Promise<ArchiveRow[]> =>
  db
    .selectFrom('firmware_archives')
    .select(COLUMNS)
    .orderBy('version', 'desc')
    .orderBy('created', 'desc')
    .orderBy('filename')
    .execute();

export const findArchive = (db: Kysely<Database>, filename: string): Promise<ArchiveRow | undefined> =>
  db.selectFrom('firmware_archives').select(COLUMNS).where('filename', '=', filename).executeTakeFirst();

export const lockArchive = (db: Kysely<Database>, filename: string): Promise<ArchiveRow | undefined> =>
  db.selectFrom('firmware_archives').select(COLUMNS).where('filename', '=', filename).forUpdate().executeTakeFirst();

export const countArchives = async (db: Kysely<Database>): Promise<number> => {
  const { count } = await db
    .selectFrom('firmware_archives')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** @returns whether the name was free */
export async function insertArchive(
  db: Kysely<Database>,
  archive: Insertable<Database['firmware_archives']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('firmware_archives')
    .values(archive)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteArchive(db: Kysely<Database>, filename: string): Promise<void> {
  await db.deleteFrom('firmware_archives').where('filename', '=', filename).execute();
}

/**
 * A rollout uses the archive while it is running or paused, or while its devices still install it after it has stopped.
 */
export async function isRolledOut(db: Kysely<Database>, filename: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (
      select from firmware_rollouts o where o.filename = ${filename} and (
        o.state in ('running', 'paused') or o.state in ('stopped', 'cancelled') and exists (
          select from firmware_rollout_devices r
          join command_deliveries x on x.command_id = r.command_id and x.device_id = r.device_id
          where r.rollout_id = o.id and r.outcome is null and x.state in ('queued', 'sent', 'accepted')
        )
      )
    ) as used`.execute(db);
  return rows[0]?.used === true;
}

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
