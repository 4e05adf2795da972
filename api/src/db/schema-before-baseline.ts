import { sql, type Kysely } from 'kysely';
import { BASELINE } from './migrations/index.ts';

type Found = { database: string; first: string; last: string; count: number };

/**
 * Refuses a database whose schema no release has had: it has recorded migrations, and not the baseline among them.
 * @throws an Error that names what was found, where it is, and what to do
 */
export async function refuseSchemaBeforeBaseline(db: Kysely<unknown>): Promise<void> {
  const found = await findSchemaBeforeBaseline(db);
  if (!found) return;
  const { database, first, last, count } = found;
  const folder = await findDataDirectory(db);
  throw new Error(
    `DATABASE_URL: the database "${database}" was created before the first release of Belfry (${count} migrations, from ${first} to ${last}), ` +
      `and this version does not upgrade it.\n` +
      `To begin with an empty one: with \`npm start\`, stop it and move the folder "postgres" of DATA_DIR away` +
      `${folder === null ? '' : ` (the files of this server are in ${folder})`}; elsewhere drop and create the database.\n` +
      `To keep its data: see "A database from before the first release" in docs/upgrades.md.`,
  );
}

async function findSchemaBeforeBaseline(db: Kysely<unknown>): Promise<Found | null> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (tables[0]?.exists !== true) return null;
  const { rows } = await sql<{ database: string; name: string }>`
    select current_database() as database, name from kysely_migration order by name collate "C"`.execute(db);
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (!first || !last || rows.some(({ name }) => name === BASELINE)) return null;
  return { database: first.database, first: first.name, last: last.name, count: rows.length };
}

/** The folder of the server's files; null where the role may not know it. */
async function findDataDirectory(db: Kysely<unknown>): Promise<string | null> {
  const { rows } = await sql<{ setting: string }>`
    select setting from pg_settings where name = 'data_directory'`.execute(db);
  return rows[0]?.setting ?? null;
}
