import { reasonText } from '@belfry/schemas/domain/reasons';
import {
  DAY_PROGRAMME_PROBLEMS_MAX,
  type DayProgramme,
  type DayProgrammeProblem,
} from '@belfry/schemas/http/schedules/day-programme';
import { sql, type Kysely } from 'kysely';
import { nodeOfCompany, ownedBy } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

/** The windows of the nearest node, upwards from this one, that has any, with that node. */
export async function findDayProgramme(db: Kysely<Database>, companyId: number): Promise<DayProgramme> {
  const { rows } = await sql<{ company_id: number; windows: DayProgramme['windows'] }>`
    with recursive above (company_id, parent_company_id, distance) as (
      select company_id, parent_company_id, 0 from companies where company_id = ${companyId}
      union all
      select c.company_id, c.parent_company_id, a.distance + 1
      from above a join companies c on c.company_id = a.parent_company_id
    )
    select p.company_id, p.windows from above a join day_programmes p on p.company_id = a.company_id
    order by a.distance limit 1`.execute(db);
  const [row] = rows;
  return { company_id: companyId, source_company_id: row?.company_id ?? null, windows: row?.windows ?? [] };
}

/** Without windows the node inherits those of the node above. */
export async function saveDayProgramme(
  trx: Kysely<Database>,
  companyId: number,
  windows: DayProgramme['windows'],
): Promise<void> {
  if (windows.length === 0) {
    await trx.deleteFrom('day_programmes').where('company_id', '=', companyId).execute();
    return;
  }
  const text = JSON.stringify(windows);
  await trx
    .insertInto('day_programmes')
    .values({ company_id: companyId, windows: text })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ windows: text, updated_at: sql`now()` }))
    .execute();
}

/**
 * The windows of these owners' day programmes whose playlist is empty, by node and time; with a member those of their places. Its cost
 * grows with the windows of the owners.
 */
export async function findEmptyWindows(db: Kysely<Database>, owners: VisibleOwners): Promise<DayProgrammeProblem[]> {
  const { rows } = await sql<Omit<DayProgrammeProblem, 'problem'>>`
    with empty as materialized (
      select id, name from playlists p
      where ${ownedBy(owners, 'p.user_id')} and not exists (select from playlist_items i where i.playlist_id = p.id)
    )
    select c.company_id, c.name as node, w -> 'days' as days, w ->> 'from' as "from", w ->> 'to' as "to", e.name
    from companies c join day_programmes d on d.company_id = c.company_id
      cross join jsonb_array_elements(d.windows) w join empty e on e.id = (w ->> 'playlist_id')::int
    where ${ownedBy(owners, 'c.user_id', nodeOfCompany())} and exists (select from empty)
    order by c.company_id, w ->> 'from' limit ${DAY_PROGRAMME_PROBLEMS_MAX}`.execute(db);
  return rows.map((row) => Object.assign(row, { problem: reasonText('playlist_empty') }));
}

export type NamedWindow = DayProgramme['windows'][number] & { name: string };

/** The day programmes of an owner by node, each window with the name of what it plays; those that cannot play are left out; see SCHED-22. */
export async function findPlayableProgrammes(
  db: Kysely<Database>,
  ownerId: number,
): Promise<Map<number, readonly NamedWindow[]>> {
  const { rows } = await sql<{ company_id: number; windows: NamedWindow[] }>`
    select d.company_id, jsonb_agg(w || jsonb_build_object('name', coalesce(p.name, s.name))) as windows
    from companies c join day_programmes d on d.company_id = c.company_id
      cross join jsonb_array_elements(d.windows) w
      left join playlists p on p.id = (w ->> 'playlist_id')::int
      left join stations s on s.id = (w ->> 'station_id')::int
    where c.user_id = ${ownerId} and (s.id is not null or exists (select from playlist_items i where i.playlist_id = p.id))
    group by d.company_id`.execute(db);
  return new Map(rows.map(({ company_id, windows }) => [company_id, windows]));
}
