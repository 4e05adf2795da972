import { activityOf, DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { PAGE_SIZES } from '@belfry/schemas/domain/limits';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { DeviceListQuery } from '@belfry/schemas/http/devices/lists';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ReadConnections } from '../../db/read-replica/read-replica.ts';
import { pageOf } from '../../http/routes/paging.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { hidesNodesOfRoots } from '../../policies/devices.ts';
import { deviceNameSql } from './device-name.sql.ts';
import { conditionOf, DEVICE_ORDER, type Condition, type DeviceFilter } from './device-list.ts';

const ACTIVITIES = DEVICE_STATUSES.map((status) => `when '${status}' then '${activityOf(status)}'`).join(' ');

/** A device as `deviceSchema` describes it, from `d` (devices), `s` (device_state) and `c` (companies). */
const DEVICE_COLUMNS = sql.raw(`
  d.device_id, d.serial, d.device_type, d.device_mode, d.company_id, c.name as company_name,
  ${deviceNameSql('c')} as name, null::text as model, d.user_id,
  d.note, d.description, d.email, d.tags, d.pass_hash is not null as has_pass, d.key_hash is not null as enrolled,
  s.status, case s.status ${ACTIVITIES} end as mode,
  s.device_version, s.hostname, s.ip, iso_utc(s.last_seen) as last_seen, s.clock_skew_ms, iso_utc(d.created_at) as created_at, d.revision,
  s.metrics, s.players`);

/** The reader: an admin does not see the names of nodes that belong to roots. */
export type Viewer = Pick<Principal, 'role'>;

/** Joins the node of a device, unless the viewer must not see it. */
export const nodesFor = (viewer: Viewer): RawBuilder<unknown> =>
  sql`left join companies c on c.company_id = d.company_id ${
    hidesNodesOfRoots(viewer)
      ? sql`and not exists (select from users owner where owner.id = c.user_id and owner.role = 'root')`
      : sql``
  }`;
const withState = (needed: boolean): RawBuilder<unknown> =>
  needed ? sql`join device_state s using (device_id)` : sql``;

/**
 * The list, or one page of it, as JSON text that Postgres has built and that is sent unchanged.
 * The page is selected from an index before the live state is joined, unless filter or sort need that state.
 */
export async function readDeviceListJson(
  { pool, db }: ReadConnections,
  viewer: Viewer,
  filter: DeviceFilter,
  query: DeviceListQuery,
): Promise<string> {
  const condition = conditionOf(filter);
  const order = DEVICE_ORDER[query.sort];
  const page = pageOf(query);
  // The limit is a literal, so that the planner knows how few rows it joins. The offset is in a subquery, so that a custom
  // plan has no advantage and the generic one is kept: planning costs half as much as reading the page.
  const range = page ? sql`limit ${sql.lit(page.limit)} offset (select ${page.offset}::bigint)` : sql``;
  const by = sql.raw(order.by);
  const { sql: text, parameters } = sql`
    select coalesce(json_agg(page), '[]')::text as json
    from (
      select ${DEVICE_COLUMNS}
      from (
        select d.device_id from devices d ${withState(condition.needsState || order.needsState)}
        where ${condition.where} order by ${by} ${range}
      ) as ids
      join devices d using (device_id)
      join device_state s using (device_id)
      ${nodesFor(viewer)}
      order by ${by}
    ) as page`.compile(db);
  const name = statementName(viewer, query, condition);
  const { rows } = await pool.query<{ json: string }>({ name, text, values: [...parameters] });
  return rows[0]?.json ?? '[]';
}

/** Prepared for the page sizes of the console only; each other size would leave a statement on every connection. */
function statementName(viewer: Viewer, query: DeviceListQuery, { shape }: Condition): string | undefined {
  if (shape === null) return undefined;
  const limit = pageOf(query)?.limit ?? 'all';
  if (limit !== 'all' && !OFFERED_SIZES.has(limit)) return undefined;
  return `devices:${limit}:${query.sort}:${shape}${hidesNodesOfRoots(viewer) ? ':without-roots' : ''}`;
}
const OFFERED_SIZES: ReadonlySet<number> = new Set(PAGE_SIZES);

/** The number of devices that match a filter. */
export async function countDevices({ pool, db }: ReadConnections, filter: DeviceFilter): Promise<number> {
  const { where, needsState, shape } = conditionOf(filter);
  const { sql: text, parameters } = sql`
    select count(*) as total from devices d ${withState(needsState)} where ${where}`.compile(db);
  const name = shape === null ? undefined : `device-count:${shape}`;
  const { rows } = await pool.query<{ total: number }>({ name, text, values: [...parameters] });
  return rows[0]?.total ?? 0;
}

/** One device by its id or serial. */
export async function findDeviceJson(
  db: Kysely<Database>,
  viewer: Viewer,
  key: number | string,
): Promise<Device | undefined> {
  const column = typeof key === 'number' ? sql`d.device_id` : sql`d.serial`;
  const { rows } = await sql<{ device: Device }>`
    select row_to_json(device) as device
    from (
      select ${DEVICE_COLUMNS}
      from devices d join device_state s using (device_id) ${nodesFor(viewer)}
      where ${column} = ${key}
    ) as device`.execute(db);
  return rows[0]?.device;
}
