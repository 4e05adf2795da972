import type { ScheduleBody } from '@belfry/schemas/http/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { findOwnCalendar } from './holidays/holidays.repository.ts';
import { checkRecurrence } from './recurrence/expand.ts';
import { RuleError } from './recurrence/rule.ts';
import type { Reach } from './schedules.repository.ts';

/** Types that last; the others take as long as their sound. */
const LASTING: ReadonlySet<string> = new Set(['playlist', 'station', 'silence']);

/** Throws invalid_input with the field of a schedule that cannot happen as it is. */
export function checkTimes({ starts_at, rrule, action, duration_minutes }: ScheduleBody): void {
  try {
    checkRecurrence({ starts_at, rrule });
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    throw invalid(rrule === null ? 'starts_at' : 'rrule', error.message);
  }
  if (LASTING.has(action.type) && duration_minutes === null)
    throw invalid('duration_minutes', 'Please enter a duration');
}

/**
 * Throws not_found for a place, sound or calendar that does not exist or belongs to another user.
 * @returns what the targets are now.
 */
export async function checkReferences(db: Kysely<Database>, ownerId: number, body: ScheduleBody): Promise<Reach> {
  if (body.holiday_calendar_id !== null) await findOwnCalendar(db, ownerId, body.holiday_calendar_id);
  return { devices: 0, time_zone: null };
}

export const invalid = (path: string, message: string): AppError =>
  new AppError('invalid_input', message, { details: [{ path, message }] });
