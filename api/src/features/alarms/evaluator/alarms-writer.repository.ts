import type { AlarmEventName, AlarmKind, AlarmTell } from '@belfry/schemas/domain/alarms';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export type WantedAlarm = {
  kind: AlarmKind;
  subject: string;
  owner_id: number | null;
  company_id: number | null;
  detail: string | null;
  severity: AlarmSeverity;
  tell: AlarmTell;
  rises_after_minutes: number | null;
  escalate_after_minutes: number | null;
};

type Key = { kind: AlarmKind; subject: string };
const MINUTE_MS = 60_000;
const later = (now: number, minutes: number | null): Date | null =>
  minutes === null ? null : new Date(now + minutes * MINUTE_MS);

export async function raise(trx: Kysely<Database>, alarms: readonly WantedAlarm[], now: number): Promise<number[]> {
  if (alarms.length === 0) return [];
  const column = <Name extends keyof WantedAlarm>(name: Name): WantedAlarm[Name][] => alarms.map((one) => one[name]);
  const { rows } = await sql<{ alarm_id: number }>`
    insert into alarms (kind, subject, owner_id, company_id, place, detail, severity, tell, raised_at, rises_after_minutes, rises_at, escalates_at)
    select w.kind, w.subject, w.owner_id, n.company_id, n.name, w.detail, w.severity, w.tell::jsonb, ${new Date(now)}::timestamptz, w.rises_after, w.rises_at, w.escalates_at
    from unnest(
      ${column('kind')}::text[], ${column('subject')}::text[], ${column('owner_id')}::int4[], ${column('company_id')}::int4[],
      ${column('detail')}::text[],
      ${column('severity')}::text[], ${column('tell').map((tell) => JSON.stringify(tell))}::text[],
      ${column('rises_after_minutes')}::int4[],
      ${column('rises_after_minutes').map((minutes) => later(now, minutes))}::timestamptz[],
      ${column('escalate_after_minutes').map((minutes) => later(now, minutes))}::timestamptz[]
    ) as w (kind, subject, owner_id, company_id, detail, severity, tell, rises_after, rises_at, escalates_at)
    left join companies n on n.company_id = w.company_id
    on conflict (kind, subject) where cleared_at is null do nothing
    returning alarm_id`.execute(trx);
  return rows.map(({ alarm_id }) => alarm_id);
}

export async function findOpen(
  trx: Kysely<Database>,
  keys: readonly Key[],
): Promise<{ alarm_id: number; kind: AlarmKind; subject: string }[]> {
  const { rows } = await sql<{ alarm_id: number; kind: AlarmKind; subject: string }>`
    select a.alarm_id, a.kind, a.subject
    from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ subject }) => subject)}::text[]) as k (kind, subject)
    join alarms a on a.kind = k.kind and a.subject = k.subject and a.cleared_at is null`.execute(trx);
  return rows;
}

export type Joining = { condition_id: number; alarm_id: number };

/** Moves conditions and their devices into open alarms. They are due again, so that what happens next is found. */
export async function join(trx: Kysely<Database>, joining: readonly Joining[], now: number): Promise<void> {
  if (joining.length === 0) return;
  const at = new Date(now);
  await sql`
    with joining as (
      select c.condition_id, c.device_id, c.alarm_id as before, j.alarm_id
      from unnest(${joining.map(({ condition_id }) => condition_id)}::int4[], ${joining.map(({ alarm_id }) => alarm_id)}::int4[])
        as j (condition_id, alarm_id)
      join alarm_conditions c on c.condition_id = j.condition_id
    ), left_devices as (
      update alarm_devices d set left_at = ${at} from joining j
      where d.alarm_id = j.before and d.device_id = j.device_id and d.left_at is null
    ), devices_joined as (
      insert into alarm_devices (alarm_id, device_id, joined_at)
      select distinct alarm_id, device_id, ${at}::timestamptz from joining where device_id is not null
      on conflict (alarm_id, device_id) do update set left_at = null
    )
    update alarm_conditions c set alarm_id = j.alarm_id, due_at = ${at} from joining j
    where c.condition_id = j.condition_id`.execute(trx);
}

/** Counts the devices that these alarms have had. @returns those with another number than before */
export async function countDevices(trx: Kysely<Database>, alarmIds: readonly number[]): Promise<number[]> {
  if (alarmIds.length === 0) return [];
  const { rows } = await sql<{ alarm_id: number }>`
    with counts as (
      select a.alarm_id, (select count(*)::int from alarm_devices d where d.alarm_id = a.alarm_id) as devices
      from alarms a where a.alarm_id = any(${[...alarmIds]}::int4[])
    )
    update alarms a set device_count = c.devices from counts c
    where a.alarm_id = c.alarm_id and a.device_count <> c.devices
    returning a.alarm_id`.execute(trx);
  return rows.map(({ alarm_id }) => alarm_id);
}

/** Clears those of these alarms to which no condition belongs. `into`: what has replaced them. @returns which were cleared */
export async function clearEmpty(
  trx: Kysely<Database>,
  alarms: readonly { alarm_id: number; into: number | null }[],
  now: number,
): Promise<number[]> {
  if (alarms.length === 0) return [];
  const { rows } = await sql<{ alarm_id: number }>`
    update alarms a set state = 'cleared', cleared_at = ${new Date(now)}, merged_into = w.into_alarm,
      rises_at = null, escalates_at = null, snoozed_until = null
    from unnest(${alarms.map(({ alarm_id }) => alarm_id)}::int4[], ${alarms.map(({ into }) => into)}::int4[])
      as w (alarm_id, into_alarm)
    where a.alarm_id = w.alarm_id and a.cleared_at is null
      and not exists (select from alarm_conditions c where c.alarm_id = a.alarm_id)
    returning a.alarm_id`.execute(trx);
  return rows.map(({ alarm_id }) => alarm_id);
}

export async function findEmpty(trx: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ alarm_id: number }>`
    select a.alarm_id from alarms a
    where a.cleared_at is null and not exists (select from alarm_conditions c where c.alarm_id = a.alarm_id)`.execute(
    trx,
  );
  return rows.map(({ alarm_id }) => alarm_id);
}

export async function countOpen(trx: Kysely<Database>, ownerIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ owner_id: number; open: number }>`
    select owner_id, count(*)::int as open from alarms
    where cleared_at is null and owner_id = any(${[...ownerIds]}::int4[]) group by owner_id`.execute(trx);
  return new Map(rows.map(({ owner_id, open }) => [owner_id, open]));
}

export async function findGroupAlarms(
  trx: Kysely<Database>,
  nodes: readonly number[],
  since: number,
): Promise<{ alarm_id: number; kind: AlarmKind; company_id: number }[]> {
  const { rows } = await sql<{ alarm_id: number; kind: AlarmKind; company_id: number }>`
    select alarm_id, kind, company_id from alarms
    where cleared_at is null and raised_at >= ${new Date(since)} and company_id = any(${[...nodes]}::int4[])
      and subject = 'node:' || company_id`.execute(trx);
  return rows;
}

export type NewEvent = { alarm_id: number; event: AlarmEventName; by_user_id?: number; comment?: string | undefined };

/** Stores what happened to alarms, with their state after it, and that these listeners have to be told. */
export async function insertEvents(
  trx: Kysely<Database>,
  events: readonly NewEvent[],
  { now, listeners }: { now: number; listeners: readonly string[] },
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into alarm_events (alarm_id, event, at, severity, state, by_user_id, comment, device_count, pending)
    select a.alarm_id, e.event, ${new Date(now)}::timestamptz, a.severity, a.state, e.by_user_id, e.comment, a.device_count, ${[...listeners]}::text[]
    from unnest(${events.map(({ alarm_id }) => alarm_id)}::int4[], ${events.map(({ event }) => event)}::text[],
      ${events.map(({ by_user_id }) => by_user_id ?? null)}::int4[], ${events.map(({ comment }) => comment ?? null)}::text[])
      with ordinality as e (alarm_id, event, by_user_id, comment, position)
    join alarms a on a.alarm_id = e.alarm_id
    order by e.position`.execute(trx);
}

/** The organisations of alarms; null for the installation. */
export async function findOwners(
  trx: Kysely<Database>,
  alarmIds: readonly number[],
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ alarm_id: number; owner_id: number | null }>`
    select alarm_id, owner_id from alarms where alarm_id = any(${[...alarmIds]}::int4[])`.execute(trx);
  return new Map(rows.map(({ alarm_id, owner_id }) => [alarm_id, owner_id]));
}
