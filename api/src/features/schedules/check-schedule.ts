import type { ScheduleAction, ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { fieldError, notFound } from '../../errors.ts';
import { ownOf } from '../../policies/visible-owners.ts';
import { findMessages, findPlaylistItems, findStations } from '../library/index.ts';
import { resolveTargets } from '../places/index.ts';
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
    throw fieldError('invalid_input', rrule === null ? 'starts_at' : 'rrule', error.message);
  }
  if (LASTING.has(action.type) && duration_minutes === null)
    throw fieldError('invalid_input', 'duration_minutes', 'Please enter a duration');
}

/**
 * Throws not_found for a place, sound or calendar that does not exist or belongs to another user.
 * @returns what the targets are now.
 */
export async function checkReferences(db: Kysely<Database>, ownerId: number, body: ScheduleBody): Promise<Reach> {
  if (body.holiday_calendar_id !== null) await findOwnCalendar(db, ownerId, body.holiday_calendar_id);
  await checkContent(db, ownerId, body.action);
  const places = await resolveTargets(db, ownOf(ownerId), body.targets);
  return { devices: places.length, time_zone: places[0]?.time_zone ?? null };
}

async function checkContent(db: Kysely<Database>, ownerId: number, action: ScheduleAction): Promise<void> {
  if (action.type === 'message' && !(await findMessages(db, ownerId, [action.message_id])).has(action.message_id))
    throw notFound('Message not found');
  if (
    action.type === 'playlist' &&
    !(await findPlaylistItems(db, ownerId, [action.playlist_id])).has(action.playlist_id)
  )
    throw notFound('Playlist not found');
  if (action.type === 'station' && !(await findStations(db, ownerId, [action.station_id])).has(action.station_id))
    throw notFound('Station not found');
}
