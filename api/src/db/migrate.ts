import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { createPool } from './client.ts';
import { migrations } from './migrations/index.ts';

/**
 * Migrates the database at `url` to the newest schema. Replicas may start at the same time: the migrator holds an advisory
 * lock, so one of them migrates. A schema that a later release has migrated already is left as it is. Throws the error of a failing migration.
 */
export async function migrateToLatest(url: string): Promise<void> {
  const pool = createPool(url, { max: 2, name: 'belfry-migrate' });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => withLater(db) } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
  } finally {
    await db.destroy();
  }
}

/**
 * The migrations of this release, and those that a later one has run on this database, without content. During a rolling upgrade, or after a
 * return to this release, an instance starts on the schema of the later one, which still serves it: migrations only add, and what is no
 * longer used is removed one release later.
 */
async function withLater(db: Kysely<unknown>): Promise<Record<string, Migration>> {
  const last = Object.keys(migrations).sort().at(-1) ?? '';
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration where name collate "C" > ${last}`.execute(db);
  const later = rows.map(({ name }) => [name, { up: async () => {} }] as const);
  return { ...Object.fromEntries(later), ...migrations };
}
