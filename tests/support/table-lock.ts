import type pg from 'pg';
import { until } from './until.ts';

/** Keeps everybody else out of a table, as a statement that never ends would. @returns the release. */
export async function lockTable(pool: pg.Pool, table: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** Until a statement of the api waits for a lock. */
export async function untilBlocked(pool: pg.Pool): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until('a statement waits for the lock', async () => (await pool.query(waiting)).rows.length > 0);
}
