import type { ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Recurrence } from './expand.ts';

/** Dates by the id of a holiday calendar. */
export type Holidays = ReadonlyMap<number, ReadonlySet<string>>;

type Recurring = Pick<ScheduleBody, 'starts_at' | 'rrule' | 'exceptions' | 'until_date' | 'holiday_calendar_id'>;

/** When a schedule happens, with the dates of its holiday calendar. */
export const recurrenceOf = (
  { starts_at, rrule, exceptions, until_date, holiday_calendar_id }: Recurring,
  holidays: Holidays,
): Recurrence => ({
  starts_at,
  rrule,
  exceptions,
  until_date,
  holidays: holidays.get(holiday_calendar_id ?? 0) ?? new Set(),
});
