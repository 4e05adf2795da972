import { type MapBox, MAP_NODES_MAX, type MapQuery } from '@belfry/schemas/http/map/map';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { nodeOfCompany, ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

/** One value of some megabytes would be copied again and again while it grows. */
const NODES_PER_ROW = 128;

/** A condition on `c` (companies). */
function isIn(box: MapBox | undefined): RawBuilder<boolean> {
  if (!box) return sql<boolean>`true`;
  const { west, south, east, north } = box;
  const across = sql.raw(west > east ? 'or' : 'and');
  return sql<boolean>`(c.latitude between ${south}::float8 and ${north}::float8
    and (c.longitude >= ${west}::float8 ${across} c.longitude <= ${east}::float8))`;
}

/** A condition on `c` (companies). */
const isAtOrBelow = (id: number | undefined): RawBuilder<boolean> =>
  id === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(c.tree_id = ${id}::int or c.company_id in (
        with recursive branch (company_id) as (
          select ${id}::int union all
          select child.company_id from companies child join branch on child.parent_company_id = branch.company_id
        ) select company_id from branch))`;

type MapReader = { owners: VisibleOwners; within: number | undefined; box: MapQuery['box'] };

/**
 * The nodes with coordinates and the states of the devices below each, as JSON text that Postgres has built. Each node of the trees is visited
 * once, from the nearest chosen one above it; what these have is then added up along the chosen nodes alone.
 */
export async function readMapJson(db: Kysely<Database>, { owners, within, box }: MapReader): Promise<string> {
  const { rows } = await sql<{ nodes: string; more: boolean }>`
    with recursive chosen as materialized (
      select c.company_id, c.tree_id, c.name, c.type, c.latitude, c.longitude,
        row_number() over (order by c.level, c.company_id) as position
      from companies c
      where c.latitude is not null and ${isIn(box)} and ${isAtOrBelow(within)}
        and ${ownedBy(owners, 'c.user_id', nodeOfCompany())}
      order by c.level, c.company_id limit ${MAP_NODES_MAX + 1}
    ),
    below (top, company_id, type, is_chosen) as (
      select company_id, company_id, type, false from chosen
      union all
      select b.top, c.company_id, c.type, c.company_id in (select company_id from chosen)
      from below b cross join lateral (
        select child.company_id, child.type from companies child where child.parent_company_id = b.company_id offset 0
      ) c
      where not b.is_chosen and b.type <> 'Device'
    ),
    alarmed as materialized (
      select distinct x.device_id from alarms a join alarm_devices x on x.alarm_id = a.alarm_id and x.left_at is null
      where a.state = 'open'
    ),
    counted as (
      select b.top, count(*) as total, count(*) filter (where d.status = 'online') as online,
        count(*) filter (where d.status = 'offline') as offline, count(*) filter (where d.status = 'maintenance') as maintenance,
        count(*) filter (where d.device_id in (select device_id from alarmed)) as alarms
      from below b cross join lateral (
        select d.device_id, s.status from devices d join device_state s using (device_id) where d.company_id = b.company_id limit 1
      ) d
      where not b.is_chosen and b.type = 'Device'
      group by b.top
    ),
    links as materialized (select company_id, top from below where is_chosen),
    summed (company_id, part) as (
      select company_id, company_id from chosen
      union all
      select l.top, s.part from summed s join links l on l.company_id = s.company_id
    ),
    totals as (
      select s.company_id, sum(n.total) as total, sum(n.online) as online, sum(n.offline) as offline,
        sum(n.maintenance) as maintenance, sum(n.alarms) as alarms
      from summed s join counted n on n.top = s.part group by s.company_id
    )
    select coalesce(json_agg(json_build_object(
        'company_id', c.company_id, 'main_company_id', c.tree_id, 'name', c.name, 'type', c.type,
        'coordinates', json_build_object('latitude', c.latitude, 'longitude', c.longitude),
        'devices', json_build_object('total', coalesce(t.total, 0), 'online', coalesce(t.online, 0),
          'offline', coalesce(t.offline, 0), 'maintenance', coalesce(t.maintenance, 0), 'alarms', coalesce(t.alarms, 0)),
        'above', l.top, 'has_plan', exists (select from floor_plans p where p.company_id = c.company_id)
      ) order by c.position) filter (where c.position <= ${MAP_NODES_MAX}), '[]')::text as nodes,
      bool_or(c.position > ${MAP_NODES_MAX}) as more
    from chosen c left join totals t using (company_id) left join links l using (company_id)
    group by c.position / ${sql.lit(NODES_PER_ROW)} order by c.position / ${sql.lit(NODES_PER_ROW)}`.execute(db);
  const parts = rows.map(({ nodes }) => nodes.slice(1, -1)).filter((text) => text !== '');
  return `{"nodes":[${parts.join(',')}],"more":${rows.some(({ more }) => more)}}`;
}
