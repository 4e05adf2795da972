import type { Schedule, ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Wire } from '../../http/routes/route.ts';
import { toInstant, toLocal } from '../../recurrence/local-time.ts';
import { nextOccurrences } from '../../recurrence/next-occurrences.ts';
import { recurrenceOf, type Holidays } from '../../recurrence/recurrence-of.ts';
import type { ScheduleRow } from './schedules.repository.ts';

/** The zone of a schedule that reaches no device yet. */
export const NO_ZONE = 'UTC';

/** Schedules of one owner as they are answered, with the next instant of each. Throws rate_limited while too many are being computed. */
export async function toSchedules(
  rows: readonly ScheduleRow[],
  holidays: Holidays,
  now: number,
): Promise<Wire<Schedule>[]> {
  const enabled = rows.filter((row) => row.enabled);
  const next = await nextOccurrences(
    rows[0]?.user_id ?? 0,
    enabled.map((row) => ({
      recurrence: recurrenceOf(row, holidays),
      holidayCalendarId: row.holiday_calendar_id,
      from: toLocal(now, row.time_zone ?? NO_ZONE),
    })),
  );
  const nextOf = new Map(enabled.map(({ id }, index) => [id, next[index] ?? null]));
  return rows.map((row) => toSchedule(row, nextOf.get(row.id) ?? null));
}

function toSchedule(row: ScheduleRow, next: number | null): Wire<Schedule> {
  const { user_id: _, occurrences: __, ...schedule } = row;
  return { ...schedule, next_at: next === null ? null : new Date(toInstant(next, row.time_zone ?? NO_ZONE)) };
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
