import type { PgBoss } from 'pg-boss';

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
