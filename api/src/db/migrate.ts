import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createPool } from './client.ts';
import { migrations } from './migrations/index.ts';

/**
 * Migrates the database at `url` to the newest schema. Replicas may start at the same time: the migrator holds an advisory
 * lock, so one of them migrates. Throws the error of a failing migration.
 */
export async function migrateToLatest(url: string): Promise<void> {
  const pool = createPool(url, { max: 2, name: 'belfry-migrate' });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
  } finally {
    await db.destroy();
  }
}
