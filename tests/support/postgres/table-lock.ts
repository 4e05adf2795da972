import type { Database } from '@belfry/api/db/database';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { until } from '../until.ts';

/** Locks a table exclusively, so that all other statements on it wait. @returns a function that releases the lock. */
export async function lockTable(pool: pg.Pool, table: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Waits until so many statements wait for a lock. */
export async function waitUntilBlocked(db: Kysely<Database>, statements = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until(
    `${statements} wait for a lock`,
    async () => (await waiting.execute(db)).rows.length,
    (count) => count >= statements,
  );
}
