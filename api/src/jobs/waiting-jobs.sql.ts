import { sql, type Kysely } from 'kysely';
import type { Database } from '../db/database.ts';

/** A longer queue is counted up to here only. */
export const MAX_COUNTED_JOBS = 10_000;

/** How many jobs are due and not running, at most MAX_COUNTED_JOBS. */
export async function countWaitingJobs(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from jobs.job where state < 'active' and start_after <= now() limit ${sql.lit(MAX_COUNTED_JOBS)}) as due`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}
