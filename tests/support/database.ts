import { createDb, createPool } from '@belfry/api/db/client';
import type { Database } from '@belfry/api/db/database';
import type { Kysely } from 'kysely';
import { createTestDatabase } from './postgres.ts';

export type TestStore = { db: Kysely<Database>; stop(): Promise<void> };

/** A database of its own with a connection to it, for what needs neither the api nor a broker. */
export async function startTestStore(): Promise<TestStore> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 4, name: 'belfry-test' });
  return {
    db: createDb(pool),
    async stop() {
      await pool.end();
      await database.drop();
    },
  };
}
