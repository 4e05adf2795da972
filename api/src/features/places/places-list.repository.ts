import { WHERE_WORDS_MAX } from '@belfry/schemas/http/places/where';
import type { PlaceRow, PlacesQuery } from '@belfry/schemas/http/places/places';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { escapeLike } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Page } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { isPermitted, permitted } from './where.repository.ts';

type Filter = Omit<PlacesQuery, 'page' | 'page_size'> & Page;
type Row = PlaceRow & { total: number };

const STATES: Record<NonNullable<PlacesQuery['state']>, RawBuilder<boolean>> = {
  needs: sql`online < loudspeakers`,
  ok: sql`loudspeakers > 0 and online = loudspeakers`,
  empty: sql`loudspeakers = 0`,
};

/**
 * The places at which people look for loudspeakers: those that have some, and those that have nothing below them. Regions in which one is away come
 * first, and in them the places where all are, then those where some are.
 */
export async function listPlaces(
  db: Kysely<Database>,
  places: VisibleOwners,
  { q, state, below, user_id: organisationId, limit, offset }: Filter,
): Promise<{ rows: PlaceRow[]; total: number }> {
  const owners = { places };
  const patterns = q
    .split(/[\s/›]+/u)
    .filter((word) => word !== '')
    .slice(0, WHERE_WORDS_MAX)
    .map((word) => `%${escapeLike(word)}%`);
  const isTop = sql`(c.parent_company_id is null or not exists (
    select from companies p where p.company_id = c.parent_company_id and ${isPermitted(owners, 'p')}))`;
  const { rows } = await sql<Row>`
    with recursive ${permitted(owners)}
    readable (company_id, user_id, name, emblem, path, is_below) as (
      select c.company_id, c.user_id, c.name, c.emblem, '', ${below === undefined ? sql`true` : sql`c.company_id = ${below}::int`}
      from companies c
      where c.type <> 'Device' and ${isPermitted(owners, 'c')} and ${isTop}
        ${organisationId === undefined ? sql`` : sql`and c.user_id = ${organisationId}::int`}
      union all
      select c.company_id, c.user_id, c.name, c.emblem, concat_ws(' / ', nullif(r.path, ''), r.name),
        r.is_below ${below === undefined ? sql`` : sql`or c.company_id = ${below}::int`}
      from readable r join companies c on c.parent_company_id = r.company_id
      where c.type <> 'Device'
    ),
    counted as (
      select d.place_id, count(*)::int as loudspeakers, count(*) filter (where s.status = 'online')::int as online,
        min(s.status_at) filter (where s.status <> 'online') as offline_since
      from devices d join device_state s using (device_id)
      where d.place_id in (select company_id from readable where is_below)
      group by d.place_id
    ),
    listed as (
      select r.*, coalesce(n.loudspeakers, 0) as loudspeakers, coalesce(n.online, 0) as online, n.offline_since
      from readable r left join counted n on n.place_id = r.company_id
      where r.is_below and (n.place_id is not null or not exists (
          select from companies x where x.parent_company_id = r.company_id and x.type <> 'Device'))
        and (select coalesce(bool_and(concat_ws(' ', r.path, r.name) ilike word), true) from unnest(${patterns}::text[]) word)
    ),
    ranked as (
      select *, case when loudspeakers = 0 then 3 when online = loudspeakers then 2 when online > 0 then 1 else 0 end as rank
      from listed ${state === undefined ? sql`` : sql`where ${STATES[state]}`}
    )
    select company_id, name, path, emblem, loudspeakers, online, iso_utc(offline_since) as offline_since,
      case when ${places.kind !== 'own' && places.kind !== 'member'} then (select u.name from users u where u.id = user_id) end as organisation,
      count(*) over ()::int as total
    from ranked
    order by min(rank) over (partition by path), path collate natural_order, rank, name collate natural_order, company_id
    limit ${limit} offset ${offset}`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
