import type { Insertable, Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

export type ArchiveRow = Omit<Row<'firmware_archives'>, 'added_by' | 'added_at'>;

const COLUMNS = ['filename', 'version', 'firmware_version', 'size', 'sha256', 'signature', 'created'] as const;

/** The highest version first; of equal ones the newest. */
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

/** The archive, locked against deletion until the end of the transaction. */
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

/** Whether a rollout uses the archive that is running or paused. */
export const isRolledOut = async (db: Kysely<Database>, filename: string): Promise<boolean> =>
  (await db
    .selectFrom('firmware_rollouts')
    .select('id')
    .where('filename', '=', filename)
    .where('state', 'in', ['running', 'paused'])
    .executeTakeFirst()) !== undefined;
