import { ALARM_DEVICES_NAMED, type AlarmKind } from '@belfry/schemas/domain/alarms';
import { ALARM_SEVERITIES, type AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import type {
  Alarm,
  AlarmDetails,
  AlarmHistoryEvent,
  AlarmsQuery,
  AlarmSummary,
} from '@belfry/schemas/http/alarms/alarms';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { escapeLike, isBelow, nodesWithRight, ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import { deviceNameSql } from '../../db/device-name.ts';
import { placePath } from '../../db/place-path.ts';
import { instantText, inWindow, type TimeWindow } from '../../db/time-window.ts';
import type { Page, Wire } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { findHeldBack } from '../mail/outbox/index.ts';

/** `whole`: the organisations of whose whole tree the caller is a member, by owner. */
export type AlarmReader = { owners: VisibleOwners; whole: { read: number[]; operate: number[] } };

const COUNTED_MAX = 10_000;

const atNode = ({ owners, whole }: AlarmReader, right: 'read' | 'operate'): RawBuilder<boolean> => {
  if (owners.kind !== 'member') return sql<boolean>`true`;
  const { id } = owners;
  // An alarm about a whole organisation has no node.
  return sql<boolean>`coalesce(a.owner_id = ${id}::int or a.company_id in (${nodesWithRight(id, right)})
    or (a.company_id is null and a.owner_id = any(${whole[right]}::int4[])), false)`;
};

const seesDevice = ({ owners }: AlarmReader): RawBuilder<boolean> =>
  owners.kind === 'member'
    ? sql<boolean>`(d.user_id = ${owners.id}::int or d.company_id in (${nodesWithRight(owners.id, 'read')}))`
    : sql<boolean>`true`;

/** A condition on `a`: at a node that the caller reads, or of a device there. */
function visible(reader: AlarmReader): RawBuilder<boolean> {
  const { owners } = reader;
  if (owners.kind !== 'member') return ownedBy(owners, 'a.owner_id');
  return sql<boolean>`(a.owner_id = any(${[owners.id, ...owners.organisations]}::int4[]) and (${atNode(reader, 'read')} or exists (
    select from alarm_devices x join devices d on d.device_id = x.device_id
    where x.alarm_id = a.alarm_id and ${seesDevice(reader)})))`;
}

type Listed = Omit<Wire<Alarm>, 'acknowledged_by'> & { by_id: number | null; by_name: string | null };

const columns = (reader: AlarmReader): RawBuilder<unknown> => sql`
  a.alarm_id, a.kind, a.severity, a.state,
  case when ${atNode(reader, 'read')} then a.company_id end as company_id,
  case when ${atNode(reader, 'read')} then a.place end as place,
  case when ${atNode(reader, 'read')} then coalesce(
    (select ${placePath('c.parent_company_id', reader.owners)} from companies c where c.company_id = a.company_id), '') else '' end as path,
  case when ${atNode(reader, 'read')} then a.detail end as detail,
  array(
    select d.serial from alarm_devices x join devices d on d.device_id = x.device_id
    where x.alarm_id = a.alarm_id and ${seesDevice(reader)}
    order by x.joined_at, d.serial limit ${sql.lit(ALARM_DEVICES_NAMED)}
  ) as devices,
  a.device_count, a.raised_at, a.acknowledged_at, u.id as by_id, u.name as by_name, a.snoozed_until, a.cleared_at, a.merged_into,
  ${atNode(reader, 'operate')} as may_handle`;

function toAlarm({ by_id, by_name, ...alarm }: Listed): Wire<Alarm> {
  return { ...alarm, acknowledged_by: by_id === null || by_name === null ? null : { user_id: by_id, name: by_name } };
}

type Filter = Pick<AlarmsQuery, 'state' | 'kind' | 'severity' | 'company_id'>;

const severitiesFrom = (severity: AlarmSeverity): AlarmSeverity[] =>
  ALARM_SEVERITIES.slice(ALARM_SEVERITIES.indexOf(severity));

function filtered(reader: AlarmReader, { state, kind, severity, company_id }: Filter): RawBuilder<boolean> {
  const conditions = [
    visible(reader),
    state === undefined || state !== 'cleared' ? sql`a.cleared_at is null` : sql`a.cleared_at is not null`,
    ...(state === undefined ? [] : [sql`a.state = ${state}`]),
    ...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
    ...(severity === undefined ? [] : [sql`a.severity = any(${severitiesFrom(severity)}::text[])`]),
    ...(company_id === undefined ? [] : [below(company_id)]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** A condition on `a`: at a node or below it, or of a device there. */
const below = (
  companyId: number,
): RawBuilder<boolean> => sql<boolean>`(${isBelow('a.company_id', companyId)} or exists (
  select from alarm_devices x join devices d on d.device_id = x.device_id
  where x.alarm_id = a.alarm_id and ${isBelow('d.company_id', companyId)}))`;

/** A page of alarms, the newest first, and how many there are, COUNTED_MAX at most. */
export async function findAlarms(
  db: Kysely<Database>,
  reader: AlarmReader,
  filter: Filter,
  { limit, offset }: Page,
): Promise<{ alarms: Wire<Alarm>[]; total: number }> {
  const { rows } = await sql<Listed>`
    select ${columns(reader)} from alarms a left join users u on u.id = a.acknowledged_by
    where ${filtered(reader, filter)}
    order by a.raised_at desc, a.alarm_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from alarms a where ${filtered(reader, filter)} limit ${sql.lit(COUNTED_MAX)}) as counted`.execute(db);
  return { alarms: rows.map(toAlarm), total: counts[0]?.total ?? 0 };
}

type Timed<T> = T & { at_us: string };

/** The alarms of a time by when they were raised, the newest first. `kinds`: those of whose names `q` is a part. */
export async function findAlarmsByTime(
  db: Kysely<Database>,
  reader: AlarmReader,
  { company_id, q, kinds }: { company_id?: number | undefined; q: string; kinds: readonly AlarmKind[] },
  window: TimeWindow,
): Promise<Timed<Wire<Alarm>>[]> {
  const pattern = `%${escapeLike(q)}%`;
  const conditions = [
    visible(reader),
    inWindow(window, { at: 'a.raised_at', id: 'a.alarm_id', type: 'int8' }),
    ...(company_id === undefined ? [] : [below(company_id)]),
    ...(q === ''
      ? []
      : [
          sql`(a.kind = any(${[...kinds]}::text[])
            or ${atNode(reader, 'read')} and (a.place ilike ${pattern} or a.detail ilike ${pattern}))`,
        ]),
  ];
  const { rows } = await sql<Timed<Listed>>`
    select ${columns(reader)}, ${instantText('a.raised_at')} as at_us from alarms a left join users u on u.id = a.acknowledged_by
    where ${sql.join(conditions, sql` and `)}
    order by a.raised_at desc, a.alarm_id desc limit ${window.limit}`.execute(db);
  return rows.map(({ at_us, ...row }) => Object.assign(toAlarm(row), { at_us }));
}

const severityRank = sql`array_position(${[...ALARM_SEVERITIES]}::text[], a.severity)`;

/** The alarms that nobody takes care of, and those of which the caller does, the worst first; and how many they are, COUNTED_MAX at most. */
export async function findUrgentAlarms(
  db: Kysely<Database>,
  reader: AlarmReader,
  { userId, company_id }: { userId: number; company_id?: number | undefined },
  limit: number,
): Promise<{ alarms: Wire<Alarm>[]; total: number }> {
  const urgent = sql`from alarms a left join users u on u.id = a.acknowledged_by
    where a.cleared_at is null and (a.state = 'open' or a.state = 'acknowledged' and a.acknowledged_by = ${userId}::int)
      and ${visible(reader)} and ${company_id === undefined ? sql`true` : below(company_id)}`;
  const [{ rows }, counted] = await Promise.all([
    sql<Listed>`select ${columns(reader)} ${urgent}
      order by ${severityRank} desc, a.raised_at desc, a.alarm_id desc limit ${limit}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (select ${urgent} limit ${sql.lit(COUNTED_MAX)}) as counted`.execute(db),
  ]);
  return { alarms: rows.map(toAlarm), total: counted.rows[0]?.total ?? 0 };
}

/** An evaluator reports every ten seconds that it works; without a report for so long it may have ended. */
const LATE = sql`interval '30 seconds'`;

/** Whether a device that is shown as online has not been heard since a time. One that was never heard is not waited for. */
const isAwaited = (reader: AlarmReader, since: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from device_state s join devices d using (device_id)
  where s.status = 'online' and s.last_seen < ${since} and ${seesDevice(reader)})`;

export async function countAlarms(
  db: Kysely<Database>,
  reader: AlarmReader,
  userId: number,
): Promise<Wire<AlarmSummary>> {
  const { rows } = await sql<{ state: string; severity: AlarmSeverity; count: number }>`
    select a.state, a.severity, count(*)::int as count from alarms a
    where a.cleared_at is null and ${visible(reader)} group by a.state, a.severity`.execute(db);
  const { rows: progress } = await sql<Pick<Wire<AlarmSummary>, 'watching' | 'checking_since'>>`
    select p.watching, case when p.watching then coalesce(
        case when p.checking_since is not null and ${isAwaited(reader, sql`p.checking_since`)} then p.checking_since end, case when p.evaluated_at < now() - ${LATE} then p.evaluated_at end) end
      as checking_since
    from (select *, coalesce(evaluated_at > now() - interval '2 minutes', false) as watching from alarm_progress) p`.execute(
    db,
  );
  const summary = {
    open: 0,
    acknowledged: 0,
    snoozed: 0,
    by_severity: { low: 0, medium: 0, high: 0, critical: 0 },
    watching: progress[0]?.watching ?? false,
    checking_since: progress[0]?.checking_since ?? null,
    held_back: await findHeldBack(db, userId),
  };
  for (const { state, severity, count } of rows) {
    if (state === 'open') summary.by_severity[severity] += count;
    if (state === 'open' || state === 'acknowledged' || state === 'snoozed') summary[state] += count;
  }
  return summary;
}

type Details = Pick<Wire<AlarmDetails>, 'places' | 'told' | 'maintenance_until'>;

export async function findAlarm(
  db: Kysely<Database>,
  reader: AlarmReader,
  alarmId: number,
): Promise<(Wire<Alarm> & Details) | undefined> {
  const { rows } = await sql<Listed & Details>`
    select ${columns(reader)}, (
      select coalesce(jsonb_agg(jsonb_build_object('serial', x.serial, 'place', x.place, 'path', x.path)), '[]') from (
        select d.serial, coalesce(${sql.raw(deviceNameSql('c'))}, d.serial) as place, ${placePath('c.parent_company_id', reader.owners)} as path
        from alarm_devices x join devices d on d.device_id = x.device_id join device_state s on s.device_id = d.device_id
          left join companies c on c.company_id = d.company_id
        where x.alarm_id = a.alarm_id and ${seesDevice(reader)}
        order by x.joined_at, d.serial limit ${sql.lit(ALARM_DEVICES_NAMED)}
      ) as x
    ) as places, case when ${atNode(reader, 'read')} then jsonb_build_object(
      'roles', coalesce(a.tell -> 'roles', '[]'),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_object('user_id', p.id, 'name', p.name) order by p.name, p.id), '[]')
        from users p where p.id in (select t.id::int from jsonb_array_elements_text(coalesce(a.tell -> 'people', '[]')) as t (id)))
    ) end as told, (
      with recursive above (company_id) as (
        select a.company_id
        union
        select c.parent_company_id from above o join companies c on c.company_id = o.company_id
        where c.parent_company_id is not null
      )
      select max(s.ends_at) from above o join maintenance_spans s on s.company_id = o.company_id
      where s.starts_at <= now() and s.ends_at > now()
    ) as maintenance_until
    from alarms a left join users u on u.id = a.acknowledged_by
    where a.alarm_id = ${alarmId} and ${visible(reader)}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { places, told, maintenance_until, ...alarm } = row;
  return { ...toAlarm(alarm), places, told, maintenance_until };
}

const EVENTS_SHOWN = 500;

export async function findHistory(db: Kysely<Database>, alarmId: number): Promise<Wire<AlarmHistoryEvent>[]> {
  const { rows } = await sql<Omit<Wire<AlarmHistoryEvent>, 'by'> & { by_id: number | null; by_name: string | null }>`
    select e.event_id, e.event, e.at, e.severity, u.id as by_id, u.name as by_name, e.comment, e.device_count
    from alarm_events e left join users u on u.id = e.by_user_id
    where e.alarm_id = ${alarmId} order by e.event_id desc limit ${sql.lit(EVENTS_SHOWN)}`.execute(db);
  return rows
    .toReversed()
    .map(({ by_id, by_name, ...event }) =>
      Object.assign(event, { by: by_id === null || by_name === null ? null : { user_id: by_id, name: by_name } }),
    );
}

export type LockedAlarm = Pick<
  Row<'alarms'>,
  'alarm_id' | 'owner_id' | 'company_id' | 'state' | 'rises_after_minutes'
> & {
  kind: AlarmKind;
};

export async function lockAlarm(trx: Kysely<Database>, alarmId: number): Promise<LockedAlarm | undefined> {
  return trx
    .selectFrom('alarms')
    .select(['alarm_id', 'owner_id', 'company_id', 'state', 'rises_after_minutes', 'kind'])
    .where('alarm_id', '=', alarmId)
    .forUpdate()
    .executeTakeFirst();
}

export async function countChanges(trx: Kysely<Database>, alarmId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('alarm_events')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('alarm_id', '=', alarmId)
    .where('by_user_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** An acknowledged alarm is not escalated, and its severity does not rise. */
export async function setAcknowledged(trx: Kysely<Database>, alarmId: number, userId: number, at: Date): Promise<void> {
  await trx
    .updateTable('alarms')
    .set({
      state: 'acknowledged',
      acknowledged_at: at,
      acknowledged_by: userId,
      snoozed_until: null,
      rises_at: null,
      escalates_at: null,
    })
    .where('alarm_id', '=', alarmId)
    .execute();
}

export async function setSnoozed(trx: Kysely<Database>, alarmId: number, until: Date): Promise<void> {
  await trx
    .updateTable('alarms')
    .set({ state: 'snoozed', snoozed_until: until, rises_at: null, escalates_at: null })
    .where('alarm_id', '=', alarmId)
    .execute();
}
