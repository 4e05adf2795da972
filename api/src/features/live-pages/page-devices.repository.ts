import { type PageEnd, PAGE_PLACES_MAX, type PageState } from '@belfry/schemas/http/live-pages/live-pages';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import type { PagePlace } from '../announcements/index.ts';
import type { PageDevice } from './place-state.ts';

/** The places that are told nothing while somebody speaks, of which there may be many thousands: those that get the recording. */
export type SilentPlaces = Pick<PageState, 'counts' | 'places'>;

export type PageNow = Pick<Row<'pages'>, 'page_id' | 'run_id' | 'path' | 'state' | 'first_frame_at'> & {
  ended_by: PageEnd | null;
  /** The announcement was stopped, by a person or because a membership has ended. */
  stopped: boolean;
  /** Devices that are told of the page, by the names of their places. */
  devices: PageDevice[];
  silent: SilentPlaces;
};

/** A device may hear a page while it has the owner that it had when the page was opened, and is not blocked. */
const LOST = sql<boolean>`(d.user_id is distinct from x.user_id or d.device_mode = 'blocked')`;

/** @param silent as they were read before, since they change little */
export async function readPage(
  db: Kysely<Database>,
  pageId: string,
  silent?: SilentPlaces,
): Promise<PageNow | undefined> {
  const page = await db
    .selectFrom('pages as p')
    .innerJoin('announcement_runs as r', 'r.run_id', 'p.run_id')
    .select(['p.page_id', 'p.run_id', 'p.path', 'p.state', 'p.first_frame_at', 'p.ended_by'])
    .select(sql<boolean>`r.state = 'stopped'`.as('stopped'))
    .where('p.page_id', '=', pageId)
    .executeTakeFirst();
  if (!page) return undefined;
  const devices = await readDevices(db, page);
  return { ...page, devices, silent: silent ?? (await readSilent(db, page)) };
}

type OfPage = Pick<PageNow, 'page_id' | 'run_id'>;

const devicesOf = ({ page_id, run_id }: OfPage): RawBuilder<unknown> => sql`
  page_devices x
  join devices d on d.device_id = x.device_id
  join announcement_deliveries v on v.run_id = ${run_id}::uuid and v.device_id = x.device_id and x.page_id = ${page_id}::uuid`;

async function readDevices(db: Kysely<Database>, page: OfPage): Promise<PageDevice[]> {
  const { rows } = await sql<PageDevice>`
    select x.device_id, x.command_id, d.serial, v.place, v.state as heard, c.state as command,
      left(c.result ->> 'state', 10) as answer, s.status = 'offline' as away, ${LOST} as lost, x.uninvited_at is not null as uninvited
    from ${devicesOf(page)}
    join device_state s on s.device_id = x.device_id
    left join command_deliveries c on c.command_id = x.command_id and c.device_id = x.device_id
    where x.command_id is not null
    order by v.place collate natural_order, d.serial`.execute(db);
  return rows;
}

async function readSilent(db: Kysely<Database>, page: OfPage): Promise<SilentPlaces> {
  const { rows } = await sql<SilentPlaces>`
    with silent as (
      select d.serial, v.place, case when ${LOST} then 'ended' when s.status = 'offline' then 'offline' when x.is_old then 'old'
        else 'ready' end as state
      from ${devicesOf(page)} join device_state s on s.device_id = x.device_id where x.command_id is null
    ), named as (
      select * from silent order by place collate natural_order, serial limit ${PAGE_PLACES_MAX}
    )
    select (select coalesce(jsonb_object_agg(state, n), '{}') from (
        select state, count(*)::int as n from silent group by state) as c) as counts,
      (select coalesce(jsonb_agg(to_jsonb(f) order by place collate natural_order, serial), '[]') from named f) as places`.execute(
    db,
  );
  return rows[0] ?? { counts: {}, places: [] };
}

const OPEN = sql`exists (select from pages p where p.page_id = x.page_id and p.state <> 'ended')`;

const ofDevice = (pageId: string, device: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from page_devices x join devices d on d.device_id = x.device_id
  where x.page_id = ${pageId}::uuid and ${device} and x.uninvited_at is null and not ${LOST} and ${OPEN}`;

export async function isInvited(db: Kysely<Database>, pageId: string, serial: string): Promise<boolean> {
  const { rows } = await sql<{ path: string }>`
    select (select path from pages p where p.page_id = x.page_id) as path
    ${ofDevice(pageId, sql`d.serial = ${serial}`)} and not x.is_old`.execute(db);
  return rows[0]?.path === 'mqtt';
}

export async function mayStream(db: Kysely<Database>, pageId: string, deviceId: number): Promise<boolean> {
  const { rows } = await sql<{ path: string }>`
    select (select path from pages p where p.page_id = x.page_id) as path
    ${ofDevice(pageId, sql`d.device_id = ${deviceId}::int`)} and not x.is_old`.execute(db);
  return rows[0]?.path === 'http';
}

export async function markUninvited(db: Kysely<Database>, pageId: string, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update page_devices set uninvited_at = now()
    where page_id = ${pageId}::uuid and device_id = any(${[...deviceIds]}::int4[]) and uninvited_at is null`.execute(
    db,
  );
}

/** These devices, and those with firmware that plays no live pages, as places of a run: as far as they have the owner that they had. */
export async function findPlacesToPlay(
  db: Kysely<Database>,
  pageId: string,
  deviceIds: readonly number[],
): Promise<PagePlace[]> {
  const { rows } = await sql<PagePlace>`
    select x.device_id, d.user_id, v.company_id, v.place as name, coalesce(v.time_zone, 'UTC') as time_zone, x.volume,
      part.trim_db, part.takes_gain, s.status <> 'offline' as online
    from page_devices x
    join pages p on p.page_id = x.page_id
    join devices d on d.device_id = x.device_id
    join device_state s on s.device_id = x.device_id
    join announcement_deliveries v on v.run_id = p.run_id and v.device_id = x.device_id
    join announcement_parts part on part.run_id = v.run_id and part.part = v.part
    where x.page_id = ${pageId}::uuid and (x.is_old or x.device_id = any(${[...deviceIds]}::int4[])) and not ${LOST}
    order by v.place collate natural_order, d.serial`.execute(db);
  return rows;
}
