import type pg from 'pg';

/** The numbers of shards that sessions may exist for, and that no live instance uses. */
export async function findUnusedNumbers(pool: pg.Pool, own: number): Promise<number[]> {
  const { rows } = await pool.query<{ shards: number }>(
    `select distinct s.shards from ingest_shards s
    where s.shards <> $1 and not exists (select from ingest_instances i where i.shards = s.shards)`,
    [own],
  );
  return rows.map(({ shards }) => shards);
}

/** Forgets a number of shards that is not used, unless an instance has begun to use it. */
export async function forgetNumber(pool: pg.Pool, shards: number): Promise<void> {
  await pool.query(
    `delete from ingest_shards s where s.shards = $1
      and not exists (select from ingest_instances i where i.shards = s.shards)`,
    [shards],
  );
}
