import {
  MAINTENANCE_SPANS_MAX,
  type MaintenanceSpan,
  type MaintenanceWindow,
} from '@belfry/schemas/http/alarms/maintenance';
import { DEFAULT_COMPANY_OFFSET_MINUTES } from '@belfry/schemas/domain/companies';
import { formatUtcOffset } from '@belfry/schemas/domain/utc-offset';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { ownedBy } from '../../../db/conditions.ts';
import type { Database, Row } from '../../../db/database.ts';
import type { Wire } from '../../../http/routes/route.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';
import { findHeld, type Held } from '../../../people/organisation-share.ts';

export type WindowPlan = Pick<
  MaintenanceWindow,
  'name' | 'starts_at' | 'duration_minutes' | 'rrule' | 'exceptions' | 'until_date'
>;
export type StoredWindow = WindowPlan & Pick<Row<'maintenance_windows'>, 'window_id' | 'company_id' | 'revision'>;

const ZONE = sql<string>`(
  with recursive up (company_id, parent_company_id, time_zone, minutes, distance) as (
    select c.company_id, c.parent_company_id, c.time_zone, c.time_zone_utc, 0
    union all
    select n.company_id, n.parent_company_id, n.time_zone, n.time_zone_utc, u.distance + 1
    from up u join companies n on n.company_id = u.parent_company_id
    where u.time_zone is null and u.minutes is null
  ), last as (select time_zone, coalesce(minutes, ${sql.lit(DEFAULT_COMPANY_OFFSET_MINUTES)}) as minutes from up order by distance desc limit 1)
  select coalesce(time_zone, case when minutes < 0 then '-' else '+' end || to_char(make_interval(mins => abs(minutes)), 'HH24:MI')) from last)`;

const listed = sql`
  w.window_id, w.company_id, c.name as company_name, ${ZONE} as time_zone, w.name, w.starts_at, w.duration_minutes, w.rrule, w.exceptions, w.until_date,
  (select max(s.ends_at) from maintenance_spans s
    where s.window_id = w.window_id and s.starts_at <= now() and s.ends_at > now()) as active_until,
  (select min(s.starts_at) from maintenance_spans s where s.window_id = w.window_id and s.starts_at > now()) as next_at,
  w.revision, w.created_at`;

/** A condition on the window `w`: its node is this one, above it or below it. */
const around = (companyId: number): RawBuilder<boolean> => sql<boolean>`w.company_id in (
  with recursive up (company_id) as (
    select ${companyId}::int
    union
    select n.parent_company_id from up u join companies n on n.company_id = u.company_id where n.parent_company_id is not null
  ), down (company_id) as (
    select ${companyId}::int
    union
    select n.company_id from down o join companies n on n.parent_company_id = o.company_id
  )
  select company_id from up union select company_id from down)`;

export async function findWindows(
  db: Kysely<Database>,
  owners: VisibleOwners,
  companyId: number | undefined,
): Promise<Wire<MaintenanceWindow>[]> {
  const { rows } = await sql<Wire<MaintenanceWindow>>`
    select ${listed} from maintenance_windows w join companies c on c.company_id = w.company_id
    where ${ownedBy(owners, 'c.user_id', 'w.company_id')} ${companyId === undefined ? sql`` : sql`and ${around(companyId)}`}
    order by w.name collate natural_order, w.window_id`.execute(db);
  return rows;
}

export async function findListedWindow(
  db: Kysely<Database>,
  windowId: number,
): Promise<Wire<MaintenanceWindow> | undefined> {
  const { rows } = await sql<Wire<MaintenanceWindow>>`
    select ${listed} from maintenance_windows w join companies c on c.company_id = w.company_id
    where w.window_id = ${windowId}`.execute(db);
  return rows[0];
}

export async function lockWindow(trx: Kysely<Database>, windowId: number): Promise<StoredWindow | undefined> {
  return trx
    .selectFrom('maintenance_windows')
    .select([
      'window_id',
      'company_id',
      'name',
      'starts_at',
      'duration_minutes',
      'rrule',
      'exceptions',
      'until_date',
      'revision',
    ])
    .where('window_id', '=', windowId)
    .forUpdate()
    .executeTakeFirst();
}

export const findHeldWindows = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(
    db,
    sql`select w.created_by as made_by from maintenance_windows w join companies c on c.company_id = w.company_id
    where c.user_id = ${ownerId}`,
  );

const columnsOf = ({ name, starts_at, duration_minutes, rrule, exceptions, until_date }: WindowPlan) => ({
  name,
  starts_at,
  duration_minutes,
  rrule,
  exceptions: JSON.stringify(exceptions),
  until_date,
});

export async function insertWindow(
  trx: Kysely<Database>,
  companyId: number,
  plan: WindowPlan,
  userId: number,
): Promise<number> {
  const { window_id } = await trx
    .insertInto('maintenance_windows')
    .values({ company_id: companyId, ...columnsOf(plan), created_by: userId })
    .returning('window_id')
    .executeTakeFirstOrThrow();
  return window_id;
}

export async function updateWindow(trx: Kysely<Database>, windowId: number, plan: WindowPlan): Promise<void> {
  await trx
    .updateTable('maintenance_windows')
    .set({ ...columnsOf(plan), revision: sql<number>`revision + 1`, updated_at: sql<Date>`now()` })
    .where('window_id', '=', windowId)
    .execute();
}

export async function deleteWindow(trx: Kysely<Database>, windowId: number): Promise<void> {
  await trx.deleteFrom('maintenance_windows').where('window_id', '=', windowId).execute();
}

/** When a window is on, in milliseconds. */
export type Span = { at: number; until: number };

export async function replaceSpans(
  trx: Kysely<Database>,
  { window_id, company_id }: Pick<StoredWindow, 'window_id' | 'company_id'>,
  spans: readonly Span[],
  until: number,
): Promise<void> {
  await trx
    .deleteFrom('maintenance_spans')
    .where('window_id', '=', window_id)
    .where('ends_at', '>', sql<Date>`now()`)
    .execute();
  await sql`
    insert into maintenance_spans (window_id, starts_at, ends_at, company_id)
    select ${window_id}::int, s.starts_at, s.ends_at, ${company_id}::int
    from unnest(${spans.map(({ at }) => new Date(at))}::timestamptz[], ${spans.map((span) => new Date(span.until))}::timestamptz[])
      as s (starts_at, ends_at)
    on conflict do nothing`.execute(trx);
  await trx
    .updateTable('maintenance_windows')
    .set({ expanded_until: new Date(until) })
    .where('window_id', '=', window_id)
    .execute();
}

export async function findUnexpanded(
  db: Kysely<Database>,
  until: number,
  limit: number,
): Promise<{ window_id: number; owner_id: number }[]> {
  const { rows } = await sql<{ window_id: number; owner_id: number }>`
    select w.window_id, c.user_id as owner_id from maintenance_windows w join companies c on c.company_id = w.company_id
    where w.expanded_until is null or w.expanded_until < ${new Date(until)} order by w.window_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findZone(db: Kysely<Database>, companyId: number): Promise<string> {
  const { rows } = await sql<{ time_zone: string | null; time_zone_utc: number | null }>`
    with recursive up (company_id, parent_company_id, time_zone, time_zone_utc, distance) as (
      select c.company_id, c.parent_company_id, c.time_zone, c.time_zone_utc, 0 from companies c where c.company_id = ${companyId}
      union all
      select c.company_id, c.parent_company_id, c.time_zone, c.time_zone_utc, u.distance + 1
      from up u join companies c on c.company_id = u.parent_company_id
    )
    select time_zone, time_zone_utc from up where coalesce(time_zone, time_zone_utc::text) is not null
    order by distance limit 1`.execute(db);
  return rows[0]?.time_zone ?? formatUtcOffset(rows[0]?.time_zone_utc ?? DEFAULT_COMPANY_OFFSET_MINUTES);
}

type ZonedWindow = WindowPlan & { window_id: number; company_id: number; zone: string };

/** Those that recur. */
export async function findRecurring(
  db: Kysely<Database>,
  owners: VisibleOwners,
  limit: number,
): Promise<ZonedWindow[]> {
  const { rows } = await sql<ZonedWindow>`
    select w.window_id, w.company_id, ${ZONE} as zone, w.name, w.starts_at, w.duration_minutes, w.rrule, w.exceptions, w.until_date
    from maintenance_windows w join companies c on c.company_id = w.company_id
    where w.rrule is not null and ${ownedBy(owners, 'c.user_id', 'w.company_id')}
    order by w.window_id limit ${limit}`.execute(db);
  return rows;
}

/** What is stored of these days, and what is on. @param days in ms */
export async function findCalendar(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { from, to }: { from: number; to: number },
): Promise<Wire<MaintenanceSpan>[]> {
  const { rows } = await sql<Wire<MaintenanceSpan>>`
    select 'window' as cause, s.window_id, w.name, s.company_id, s.starts_at, s.ends_at
    from maintenance_spans s join maintenance_windows w on w.window_id = s.window_id
    join companies c on c.company_id = s.company_id
    where s.ends_at > ${new Date(from)} and s.starts_at < ${new Date(to)} and ${ownedBy(owners, 'c.user_id', 's.company_id')}
    union all
    select 'rollout', null, r.firmware_version, null, r.created_at, null
    from firmware_rollouts r where r.state = 'running' and ${ownedBy(owners, 'r.started_by')}
    union all
    select 'run', null, k.command, null, r.created_at, null
    from command_runs r join commands k on k.id = r.id
    where r.state = 'running' and ${ownedBy(owners, 'r.issued_by')}
    order by 5 limit ${sql.lit(MAINTENANCE_SPANS_MAX)}`.execute(db);
  return rows;
}

const KEPT_DAYS = 92;

export async function deleteEndedSpans(db: Kysely<Database>): Promise<void> {
  await sql`delete from maintenance_spans where ends_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(
    db,
  );
}
