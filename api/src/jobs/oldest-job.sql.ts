import { sql, type Kysely } from 'kysely';
import type { Database } from '../db/database.ts';

/** For how many seconds the oldest job that is due has not been started; 0 where none waits. */
export async function findOldestJobAge(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ age_s: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as age_s
    from jobs.job where state < 'active' and start_after <= now()`.execute(db);
  return rows[0]?.age_s ?? 0;
}
