import type { Schedule, ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Wire } from '../../http/routes/route.ts';
import { nextOccurrence, type Recurrence } from './recurrence/expand.ts';
import { toInstant, toLocal } from './recurrence/local-time.ts';
import type { ScheduleRow } from './schedules.table.ts';

/** Dates by the id of a holiday calendar. */
export type Holidays = ReadonlyMap<number, ReadonlySet<string>>;

/** The zone of a schedule that reaches no device yet. */
export const NO_ZONE = 'UTC';

export const recurrenceOf = (
  { starts_at, rrule, exceptions, until_date, holiday_calendar_id }: ScheduleBody | ScheduleRow,
  holidays: Holidays,
): Recurrence => ({
  starts_at,
  rrule,
  exceptions,
  until_date,
  holidays: holidays.get(holiday_calendar_id ?? 0) ?? new Set(),
});

export function toSchedule(row: ScheduleRow, holidays: Holidays, now: number): Wire<Schedule> {
  const { user_id: _, ...schedule } = row;
  const zone = row.time_zone ?? NO_ZONE;
  const next = row.enabled ? nextOccurrence(recurrenceOf(row, holidays), toLocal(now, zone)) : null;
  return { ...schedule, next_at: next === null ? null : new Date(toInstant(next, zone)) };
}

/** The fields of a stored schedule that users edit. */
export const toBody = (row: ScheduleRow): ScheduleBody => ({
  name: row.name,
  action: row.action,
  starts_at: row.starts_at,
  duration_minutes: row.duration_minutes,
  rrule: row.rrule,
  exceptions: row.exceptions,
  until_date: row.until_date,
  holiday_calendar_id: row.holiday_calendar_id,
  targets: row.targets,
  priority: row.priority,
  volume: row.volume,
  missed: row.missed,
  enabled: row.enabled,
});
