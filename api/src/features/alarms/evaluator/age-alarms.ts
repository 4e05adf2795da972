import { risen, type AlarmState } from '@belfry/schemas/domain/alarms';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { NewEvent } from './alarms-writer.repository.ts';

/** Times are milliseconds since 1970. */
export type AgingAlarm = {
  alarm_id: number;
  state: AlarmState;
  severity: AlarmSeverity;
  rises_after_minutes: number | null;
  rises_at: number | null;
  escalates_at: number | null;
  snoozed_until: number | null;
};

const MINUTE_MS = 60_000;
const isDue = (at: number | null, now: number): boolean => at !== null && at <= now;

/** An alarm that is open wakes, rises and is escalated at its times; one that somebody takes care of only wakes. */
export function age(alarm: AgingAlarm, now: number): { alarm: AgingAlarm; events: NewEvent[] } {
  const { alarm_id } = alarm;
  const events: NewEvent[] = [];
  let next = alarm;
  const nextRise = alarm.rises_after_minutes === null ? null : now + alarm.rises_after_minutes * MINUTE_MS;
  if (next.state === 'snoozed' && isDue(next.snoozed_until, now)) {
    next = { ...next, state: 'open', snoozed_until: null, rises_at: nextRise };
    events.push({ alarm_id, event: 'woken' });
  }
  if (isDue(next.rises_at, now)) {
    const severity = risen(next.severity);
    const rises = next.state === 'open' && severity !== next.severity;
    if (rises) events.push({ alarm_id, event: 'severity' });
    next = { ...next, severity: rises ? severity : next.severity, rises_at: rises ? nextRise : null };
  }
  if (isDue(next.escalates_at, now)) {
    if (next.state === 'open') events.push({ alarm_id, event: 'escalated' });
    next = { ...next, escalates_at: null };
  }
  return { alarm: next, events };
}

/** Lets the alarms age whose time has come. @returns what has happened to them, which the caller stores */
export async function ageAlarms(trx: Kysely<Database>, now: number): Promise<NewEvent[]> {
  const { rows } = await sql<Stored>`
    select alarm_id, state, severity, rises_after_minutes, rises_at, escalates_at, snoozed_until from alarms
    where cleared_at is null and least(rises_at, escalates_at, snoozed_until) <= ${new Date(now)}
    order by alarm_id limit ${sql.lit(AT_ONCE)}`.execute(trx);
  const aged = rows.map((row) => age(toAging(row), now));
  if (aged.length === 0) return [];
  const alarms = aged.map(({ alarm }) => alarm);
  await sql`
    update alarms a set state = w.state, severity = w.severity, rises_at = w.rises_at, escalates_at = w.escalates_at,
      snoozed_until = w.snoozed_until
    from unnest(
      ${alarms.map(({ alarm_id }) => alarm_id)}::int4[], ${alarms.map(({ state }) => state)}::text[],
      ${alarms.map(({ severity }) => severity)}::text[], ${alarms.map(({ rises_at }) => toDate(rises_at))}::timestamptz[],
      ${alarms.map(({ escalates_at }) => toDate(escalates_at))}::timestamptz[],
      ${alarms.map(({ snoozed_until }) => toDate(snoozed_until))}::timestamptz[]
    ) as w (alarm_id, state, severity, rises_at, escalates_at, snoozed_until)
    where a.alarm_id = w.alarm_id`.execute(trx);
  return aged.flatMap(({ events }) => events);
}

const AT_ONCE = 1_000;
const toDate = (at: number | null): Date | null => (at === null ? null : new Date(at));

type Times = 'rises_at' | 'escalates_at' | 'snoozed_until';
type Stored = Omit<AgingAlarm, Times> & Record<Times, Date | null>;

const toAging = ({ rises_at, escalates_at, snoozed_until, ...row }: Stored): AgingAlarm => ({
  ...row,
  rises_at: rises_at?.getTime() ?? null,
  escalates_at: escalates_at?.getTime() ?? null,
  snoozed_until: snoozed_until?.getTime() ?? null,
});
