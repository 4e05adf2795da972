import type pg from 'pg';

/** For how many seconds the oldest job that is due has not been started; 0 where none waits. */
export async function findOldestJobAge(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ age_s: number | null }>({
    name: 'find-oldest-job-age',
    text: `select extract(epoch from now() - min(start_after))::float8 as age_s
      from jobs.job where state < 'active' and start_after <= now()`,
  });
  return rows[0]?.age_s ?? 0;
}
