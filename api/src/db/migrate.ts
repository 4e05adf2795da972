import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { asError } from '../errors.ts';
import { createPool } from './client.ts';
import { isLockTimeout, isTransactionConflict } from './errors.ts';
import { migrations, BASELINE } from './migrations/index.ts';
/**
 * One transaction locks all tables that change, while instances of the previous release go on with them. It must give up before Postgres looks for
 * deadlocks, which is after a second: Postgres would end the transaction that has waited for longer, and that can be the one of a caller.
 */
const LOCK_TIMEOUT_MS = 200;
const PAUSE_MS = 500;
const GIVE_UP_MS = 60_000;
/** A statement may build an index of a large table or change its rows, and wait for another replica that does so. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
/** Otherwise the loss of the server's host during a statement would be noticed after that time only. */
const KEEP_ALIVE_DELAY_MS = 30_000;

type Migrations = Record<string, Migration>;

/**
 * Migrates the database at `url` to the newest schema. Replicas may start at the same time: the migrator holds an advisory
 * lock, so one of them migrates. Tables that others use are waited for, for a minute. A schema that a later release has migrated already
 * is left as it is. Throws an Error that says what to do for a schema from before the first release, and the error of a failing migration, also of
 * a statement that takes longer than `statementTimeoutMs`.
 */
export async function migrateToLatest(
  url: string,
  ofRelease: Migrations = migrations,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = {},
): Promise<void> {
  const pool = createPool(url, {
    max: 2,
    name: 'belfry-migrate',
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    statementTimeoutMs,
    keepAliveDelayMs: KEEP_ALIVE_DELAY_MS,
  });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseSchemaBeforeBaseline(db);
    const migrator = new Migrator({ db, provider: { getMigrations: () => withLater(db, ofRelease) } });
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { error } = await migrator.migrateToLatest();
      if (!error) return;
      const isInUse = isLockTimeout(error) || isTransactionConflict(error);
      if (!isInUse || performance.now() > deadline) throw asError(error);
      await delay(PAUSE_MS);
    }
  } finally {
    await db.destroy();
  }
}

/**
 * The migrations of this release, and those that a later one has run on this database, without content. During a rolling upgrade, or after a
 * return to this release, an instance starts on the schema of the later one, which still serves it: migrations only add, and what is no
 * longer used is removed one release later.
 */
async function withLater(db: Kysely<unknown>, ofRelease: Migrations): Promise<Migrations> {
  const last = Object.keys(ofRelease).sort().at(-1) ?? '';
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration where name collate "C" > ${last}`.execute(db);
  const later = rows.map(({ name }) => [name, { up: async () => {} }] as const);
  return { ...Object.fromEntries(later), ...ofRelease };
}

type Found = { database: string; first: string; last: string; count: number };
/**
 * Refuses a database whose schema no release has had: it has recorded migrations, and not the baseline among them.
 * @throws an Error that names what was found, where it is, and what to do
 */
async function refuseSchemaBeforeBaseline(db: Kysely<unknown>): Promise<void> {
  const olderSchema = await findSchemaBeforeBaseline(db);
  if (!olderSchema) return;
  const { database, first, last, count } = olderSchema;
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
