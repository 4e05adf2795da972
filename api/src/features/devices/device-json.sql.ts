import { activityOf, DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { PAGE_SIZES } from '@belfry/schemas/domain/limits';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { DeviceListQuery } from '@belfry/schemas/http/devices/lists';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { countOwnedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { deviceNameSql } from '../../db/device-name.ts';
import { placePath } from '../../db/place-path.ts';
import type { ReadConnections } from '../../db/read-replica.ts';
import { pageOf } from '../../http/routes/route.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { hidesNodesOfRoots } from '../../policies/devices.ts';
import { readableNodes } from '../../policies/owners.ts';
import { twinSql } from './twins.repository.ts';
import { conditionOf, DEVICE_ORDER, type Condition, type DeviceFilter } from './device-list.ts';
import { WALL_DEVICES_MAX } from '@belfry/schemas/http/devices/wall';

const ACTIVITIES = DEVICE_STATUSES.map((status) => `when '${status}' then '${activityOf(status)}'`).join(' ');

/** A device as `deviceSchema` describes it, from `d` (devices), `s` (device_state) and `c` (companies). */
const deviceColumns = (viewer: Viewer): RawBuilder<unknown> =>
  sql`${DEVICE_COLUMNS}, ${placePath('c.parent_company_id', readableNodes(viewer))} as path`;
const DEVICE_COLUMNS = sql.raw(`
  d.device_id, d.serial, d.device_type, d.device_mode, d.company_id, c.name as company_name,
  ${deviceNameSql('c')} as name, null::text as model, d.user_id,
  d.note, d.description, d.email, d.tags, d.pass_hash is not null as has_pass, d.key_hash is not null as enrolled,
  exists (select from network_speakers n where n.device_id = d.device_id) as network_speaker,
  s.status, case s.status ${ACTIVITIES} end as mode,
  s.device_version, s.hostname, s.ip, s.connection, iso_utc(s.last_seen) as last_seen, s.clock_skew_ms,
  s.clock_offset_ms, s.clock_synchronised, ${twinSql('d')} as twin, iso_utc(d.created_at) as created_at, d.revision,
  s.metrics, s.players, s.outputs`);

/** The reader: an admin does not see the names of nodes that belong to roots, a member not those above what they may read. */
export type Viewer = Principal;

export const nodesFor = (viewer: Viewer): RawBuilder<unknown> =>
  sql`left join companies c on c.company_id = d.company_id ${
    hidesNodesOfRoots(viewer)
      ? sql`and not exists (select from users owner where owner.id = c.user_id and owner.role = 'root')`
      : sql``
  }`;
/** The nodes above `c` that an order names. */
const placesAbove = (needed: boolean): RawBuilder<unknown> =>
  needed
    ? sql`left join companies place on place.company_id = c.parent_company_id
      left join companies above on above.company_id = place.parent_company_id
      left join companies tree on tree.company_id = c.tree_id`
    : sql``;
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
  const order = { needsPlaces: false, ...DEVICE_ORDER[query.sort] };
  const page = pageOf(query);
  const condition = conditionOf(filter, { inOrder: page !== null && !order.needsState });
  // The limit is a literal, so that the planner knows how few rows it joins. The offset is in a subquery, so that a custom
  // plan has no advantage and the generic one is kept: planning costs half as much as reading the page.
  const range = page ? sql`limit ${sql.lit(page.limit)} offset (select ${page.offset}::bigint)` : sql``;
  const by = sql.raw(order.by);
  const { sql: text, parameters } = sql`
    select coalesce(json_agg(page), '[]')::text as json
    from (
      select ${deviceColumns(viewer)}
      from (
        select d.device_id from devices d ${withState(condition.needsState || order.needsState)}
        ${order.needsPlaces ? nodesFor(viewer) : sql``} ${placesAbove(order.needsPlaces)}
        where ${condition.where} order by ${by} ${range}
      ) as ids
      join devices d using (device_id)
      join device_state s using (device_id)
      ${nodesFor(viewer)} ${placesAbove(order.needsPlaces)}
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
  return `devices:${limit}:${query.sort}:${shape}:${readableNodes(viewer).kind}`;
}
const OFFERED_SIZES: ReadonlySet<number> = new Set(PAGE_SIZES);

export async function countDevices({ pool, db }: ReadConnections, filter: DeviceFilter): Promise<number> {
  const { where, needsState, shape } = conditionOf(filter);
  const { owners } = filter;
  const isPlain = shape !== null && !shape.includes('+') && owners?.kind === 'member' && owners.of === undefined;
  const { sql: text, parameters } = isPlain
    ? sql`select ${countOwnedBy(owners)} as total`.compile(db)
    : sql`select count(*) as total from devices d ${withState(needsState)} where ${where}`.compile(db);
  const name = shape === null ? undefined : `device-count:${shape}`;
  const { rows } = await pool.query<{ total: number }>({ name, text, values: [...parameters] });
  return rows[0]?.total ?? 0;
}

export async function findDeviceJson(
  db: Kysely<Database>,
  viewer: Viewer,
  key: number | string,
): Promise<Device | undefined> {
  const column = typeof key === 'number' ? sql`d.device_id` : sql`d.serial`;
  const { rows } = await sql<{ device: Device }>`
    select row_to_json(device) as device
    from (
      select ${deviceColumns(viewer)}
      from devices d join device_state s using (device_id) ${nodesFor(viewer)}
      where ${column} = ${key}
    ) as device`.execute(db);
  return rows[0]?.device;
}

export async function readWallJson(db: Kysely<Database>, viewer: Viewer, filter: DeviceFilter): Promise<string> {
  const { where } = conditionOf(filter);
  const { rows } = await sql<{ json: string }>`
    with matching as (
      select d.device_id, d.serial from devices d join device_state s using (device_id) where ${where}
    ),
    shown as (select device_id from matching order by serial limit ${sql.lit(WALL_DEVICES_MAX)})
    select json_build_object(
      'total', (select count(*) from matching),
      'devices', coalesce(json_agg(json_build_object(
        'device_id', d.device_id, 'serial', d.serial, 'status', s.status, 'device_mode', d.device_mode,
        'name', ${sql.raw(deviceNameSql('c'))}) order by d.serial), '[]')
    )::text as json
    from shown join devices d using (device_id) join device_state s using (device_id) ${nodesFor(viewer)}`.execute(db);
  return rows[0]?.json ?? '{"total":0,"devices":[]}';
}

/** A device in an exported file: neither its pass nor its key. Times are ISO 8601. */
export type ExportedDevice = {
  serial: string;
  device_type: string;
  mode: string;
  status: string;
  company_id: number | null;
  company_name: string | null;
  path: string;
  note: string | null;
  description: string | null;
  email: string | null;
  tags: string[];
  device_version: string | null;
  hostname: string | null;
  ip: string | null;
  last_seen: string | null;
  created_at: string;
};

type Page = { after: string; limit: number };

export async function readExportPage(
  db: Kysely<Database>,
  viewer: Viewer,
  filter: DeviceFilter,
  { after, limit }: Page,
): Promise<ExportedDevice[]> {
  const { where } = conditionOf(filter);
  const { rows } = await sql<ExportedDevice>`
      select d.serial, d.device_type, d.device_mode as mode, s.status, d.company_id, c.name as company_name,
        ${placePath('c.parent_company_id', readableNodes(viewer))} as path, d.note, d.description, d.email, d.tags, s.device_version, s.hostname, s.ip, iso_utc(s.last_seen) as last_seen,
        iso_utc(d.created_at) as created_at
      from devices d join device_state s using (device_id) ${nodesFor(viewer)}
      where ${where} and d.serial > ${after}
      order by d.serial limit ${limit}`.execute(db);
  return rows;
}
