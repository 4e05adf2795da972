import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createPool } from './client.ts';
import { migrations } from './migrations/index.ts';

/**
 * Brings the database at `url` to the newest schema. Replicas may start at once: the migrator holds an advisory
 * lock, so one works and the others find nothing left to do. Throws what the failing migration threw.
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
