import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** Further runs of one content follow in the next transaction, as after hours without an api. */
const RUNS = 50;

/** A content with its runs that are due; `at` is ISO 8601. */
type DueContent = {
  user_id: number;
  hash: string;
  time_zone: string | null;
  runs: { run_id: string; at: string }[];
};

/** Runs of one owner, or with null of all. They are not taken again. */
export async function takeDueRuns(
  trx: Kysely<Database>,
  { userId, limit }: { userId: number | null; limit: number },
): Promise<DueContent[]> {
  const { rows } = await sql<DueContent>`
    with due as (
      select user_id, hash, time_zone, run_ids, run_ats, next_run_at from programme_contents
      where next_run_at <= now() and (${userId}::int is null or user_id = ${userId})
      order by next_run_at limit ${limit} for update skip locked
    ), taken as (
      select d.*, (select max(t.at) from (
        select u.at from unnest(d.run_ats) as u (at) where u.at >= d.next_run_at and u.at <= now() order by u.at limit ${RUNS}
      ) as t) as upto from due d
    ), moved as (
      update programme_contents c
      set next_run_at = (select min(u.at) from unnest(t.run_ats) as u (at) where u.at > t.upto)
      from taken t where c.user_id = t.user_id and c.hash = t.hash
    )
    select t.user_id, t.hash, t.time_zone, coalesce((
      select json_agg(json_build_object('run_id', r.run_id, 'at', iso_utc(r.at)))
      from unnest(t.run_ids, t.run_ats) as r (run_id, at) where r.at >= t.next_run_at and r.at <= t.upto), '[]') as runs
    from taken t`.execute(trx);
  return rows;
}

export async function findDevicesOf(
  trx: Kysely<Database>,
  contents: readonly Pick<DueContent, 'user_id' | 'hash'>[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ key: string; device_ids: number[] }>`
    select p.user_id || ' ' || p.content_hash as key, array_agg(p.device_id) as device_ids
    from unnest(${contents.map(({ user_id }) => user_id)}::int4[],
      ${contents.map(({ hash }) => hash)}::text[]) as c (user_id, hash)
    join programmes p on p.user_id = c.user_id and p.content_hash = c.hash
    group by 1`.execute(trx);
  return new Map(rows.map(({ key, device_ids }) => [key, device_ids]));
}
