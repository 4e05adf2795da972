import type pg from 'pg';

/** A longer queue is counted up to here only. */
export const MAX_COUNTED_JOBS = 10_000;

/** How many jobs are due and not running, at most MAX_COUNTED_JOBS. */
export async function countWaitingJobs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>({
    name: 'count-waiting-jobs',
    text: `select count(*)::int as waiting from (
      select from jobs.job where state < 'active' and start_after <= now() limit ${MAX_COUNTED_JOBS}) as due`,
  });
  return rows[0]?.waiting ?? 0;
}
