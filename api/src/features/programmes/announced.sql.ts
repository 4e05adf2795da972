import type pg from 'pg';

/** The broker has lost what it retained: all programmes are announced again. */
export async function forgetAnnounced(pool: pg.Pool): Promise<void> {
  await pool.query('update programmes set announced = null where announced is not null');
}
