import type pg from 'pg';

/** The broker has lost what it retained, or may not give it to these devices: their programmes are announced again. */
export async function forgetAnnounced(pool: pg.Pool, serials?: readonly string[]): Promise<void> {
  await pool.query(
    `update programmes p set announced = null, announce_at = null
    where announced is not null
      and ($1::text[] is null or device_id in (select device_id from devices where serial = any($1)))`,
    [serials ?? null],
  );
}
