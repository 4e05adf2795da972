import { createDb, createPool } from '@belfry/api/db/client';
import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { createTestDatabase } from './postgres/postgres.ts';

export type TestDatabaseAccess = { url: string; pool: pg.Pool; db: Kysely<Database>; stop(): Promise<void> };

/** Creates a database and connects to it, for tests that need neither api nor broker. */
export async function startTestStore({ connections = 4 } = {}): Promise<TestDatabaseAccess> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: connections, name: 'belfry-test' });
  return {
    url: database.url,
    pool,
    db: createDb(pool),
    async stop() {
      await pool.end();
      await database.drop();
    },
  };
}
