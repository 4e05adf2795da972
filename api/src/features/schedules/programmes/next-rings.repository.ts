import { NEXT_RINGS_MAX, type NextRing } from '@belfry/schemas/http/schedules/next-rings';
import { sql, type Kysely } from 'kysely';
import { nodeOfDevice, ownedBy } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

/** Of the programmes with the nearest runs, each of which several devices may have, and of each the next runs, music included. */
const PROGRAMMES = 50;
const RUNS = 20;

type NextRingRow = Omit<NextRing, 'at'> & { at: Date };

/**
 * The next announcements and bells at the places of these owners, by time. It reads what was compiled, so it needs no rule to be expanded,
 * and leaves out what no device will play.
 * @param companyId only at this node and below it
 */
export async function listNextRings(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId?: number,
): Promise<NextRingRow[]> {
  const at = companyId === undefined ? sql`true` : sql`is_at_or_below(d.company_id, ${companyId})`;
  const visible = sql`${ownedBy(owners, 'd.user_id', nodeOfDevice())} and ${at}`;
  const { rows } = await sql<NextRingRow>`
    with coming as materialized (
      select c.user_id, c.hash, c.time_zone, c.run_ids, c.run_ats
      from programme_contents c
      where c.next_run_at is not null and ${ownedBy(owners, 'c.user_id')} and exists (
        select from programmes p join devices d on d.device_id = p.device_id
        where p.user_id = c.user_id and p.content_hash = c.hash and ${visible})
      order by c.next_run_at limit ${PROGRAMMES}
    ), runs as (
      select c.user_id, c.hash, c.time_zone, n.run_id, n.at, r.title, r.schedule_id
      from coming c
      cross join lateral (
        select u.run_id, u.at from unnest(c.run_ids, c.run_ats) as u (run_id, at)
        where u.at > now() order by u.at limit ${RUNS}
      ) n
      join announcement_runs r on r.run_id = n.run_id
      where r.priority = 'scheduled'
    ), next as (
      select run_id, min(at) as at, (array_agg(time_zone order by at))[1] as time_zone, min(title) as title,
        min(schedule_id) as schedule_id
      from runs group by run_id order by min(at), min(title), run_id limit ${NEXT_RINGS_MAX}
    )
    select n.run_id, case when n.schedule_id < 0 then 'bells' else 'schedule' end as source, n.title, n.at, n.time_zone,
      (select case when count(*) = 1 then min(heard.place) end from (
        select coalesce(c.name, d.serial) as place
        from runs x
        join programmes p on p.user_id = x.user_id and p.content_hash = x.hash
        join devices d on d.device_id = p.device_id
        left join companies c on c.company_id = d.company_id and c.user_id = d.user_id
        where x.run_id = n.run_id and ${visible} limit 2
      ) heard) as place
    from next n order by n.at, n.title, n.run_id`.execute(db);
  return rows;
}
