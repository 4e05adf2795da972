import type { PgBoss } from 'pg-boss';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * The names of those of these queues that have a job which is due and not running. The rows of a queue are found in an index by its
 * name, also where many deferred jobs wait.
 */
export async function findDueQueues(boss: PgBoss, names: readonly string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select q.name from unnest($1::text[]) as q (name) cross join lateral (
      select from jobs.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now() limit 1) as due`,
    [names],
  );
  return rows.map(({ name }: { name: string }) => name);
}

/** In seconds; 0 where none waits. */
export async function findOldestJobAge(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ age_s: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as age_s
    from jobs.job where state < 'active' and start_after <= now()`.execute(db);
  return rows[0]?.age_s ?? 0;
}

const MAX_COUNTED_JOBS = 10_000;

export async function countWaitingJobs(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from jobs.job where state < 'active' and start_after <= now() limit ${sql.lit(MAX_COUNTED_JOBS)}) as due`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}
