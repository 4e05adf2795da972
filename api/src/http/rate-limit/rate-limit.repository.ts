import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { asyncCommit } from '../../db/transact.ts';

export type CountedLimit = { key: string; windowSeconds: number; allowed: number };
export type Counted = { key: string; hits: number; wait_s: number };

/**
 * Counts one attempt against each limit in turn, in one statement, and stops at the first that is exceeded.
 * @returns the limit that was counted last
 */
export async function countInTurn(db: Kysely<Database>, limits: readonly CountedLimit[]): Promise<Counted | undefined> {
  const names = limits.map((_, index) => sql.ref(`limit_${index}`));
  const steps = limits.map((limit, index) => {
    const previous = limits[index - 1];
    const admitted = previous ? sql`(select hits from ${names[index - 1]}) <= ${previous.allowed}` : sql`true`;
    return sql`${names[index]} as (${countOne(db, limit, admitted)})`;
  });
  const counted = names.map((name, index) => sql`select *, ${sql.lit(index)} as step from ${name}`);
  const { rows } = await sql<Counted>`
    with ${sql.join(steps)} ${sql.join(counted, sql` union all `)} order by step desc limit 1`.execute(db);
  return rows[0];
}

const countOne = (
  db: Kysely<Database>,
  { key, windowSeconds }: CountedLimit,
  admitted: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into rate_limits as l (key, hits, resets_at)
  select ${key}::text, 1, now() + make_interval(secs => ${windowSeconds})
  where ${asyncCommit(db)} and ${admitted}
  on conflict (key) do update set
    hits = case when l.resets_at <= now() then 1 else l.hits + 1 end,
    resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
  returning key, hits, ceil(extract(epoch from resets_at - now()))::int as wait_s`;

export async function uncount(db: Kysely<Database>, keys: readonly string[]): Promise<void> {
  await sql`
    with counted as (${lockInOrder(keys)})
    update rate_limits as l set hits = hits - 1 from counted
    where l.key = counted.key and hits > 0 and ${asyncCommit(db)}`.execute(db);
}

export async function deleteLimits(db: Kysely<Database>, keys: readonly string[]): Promise<void> {
  await sql`
    with counted as (${lockInOrder(keys)})
    delete from rate_limits as l using counted where l.key = counted.key and ${asyncCommit(db)}`.execute(db);
}

/** In the order in which they are counted, because two statements that lock the same rows in different orders can deadlock. */
const lockInOrder = (keys: readonly string[]): RawBuilder<unknown> => sql`
  select key from rate_limits where key = any(${keys}::text[])
  order by array_position(${keys}::text[], key) for update`;

/** The maximum number of rows, about 30 MB. */
const ROWS_MAX = 200_000;

/** Deletes passed windows, and beyond `rowsMax` the rows with the fewest hits: a flood of addresses has one hit each. */
export async function deletePassedLimits(db: Kysely<Database>, rowsMax = ROWS_MAX): Promise<void> {
  await sql`delete from rate_limits where resets_at <= now()`.execute(db);
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits order by hits desc, resets_at desc offset ${rowsMax}
    )`.execute(db);
}
