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

/** Waits until a statement waits for a lock. */
export async function waitUntilBlocked(pool: pg.Pool): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until('a statement waits for the lock', async () => (await pool.query(waiting)).rows.length > 0);
}
