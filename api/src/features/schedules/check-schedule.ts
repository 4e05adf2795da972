import type { ScheduleAction, ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { fieldError, notFound } from '../../errors.ts';
import { ownOf } from '../../policies/owners.ts';
import { BudgetError } from '../../recurrence/budget.ts';
import { RuleError } from '../../recurrence/rule.ts';
import { findMessages, findPlaylistItems, findStations } from '../library/index.ts';
import { resolveTargets } from '../places/index.ts';
import { findOwnCalendar } from './holidays/holidays.repository.ts';
import { countInDays } from './occurrence-budget.ts';

/** Types that last; the others take as long as their sound. */
const LASTING: ReadonlySet<string> = new Set(['playlist', 'station', 'silence']);

/**
 * Throws invalid_input with the field of a schedule that cannot happen as it is, and rate_limited while too many are being checked.
 * @returns how often it happens in one zone within the days of a programme
 */
export async function checkTimes(db: Kysely<Database>, ownerId: number, body: ScheduleBody): Promise<number> {
  const field = body.rrule === null ? 'starts_at' : 'rrule';
  if (LASTING.has(body.action.type) && body.duration_minutes === null)
    throw fieldError('invalid_input', 'duration_minutes', 'Please enter a duration');
  return countInDays(db, ownerId, body).catch((error: unknown) => {
    if (error instanceof BudgetError) throw fieldError('invalid_input', field, 'This rule takes too long to compute');
    throw error instanceof RuleError ? fieldError('invalid_input', field, error.message) : error;
  });
}

/** What the targets of a schedule are now: how many devices, and their time zones, the first one first. */
export type Targeted = { devices: number; zones: readonly string[] };

/** Throws not_found for a place, sound or calendar that does not exist or belongs to another user. */
export async function checkReferences(db: Kysely<Database>, ownerId: number, body: ScheduleBody): Promise<Targeted> {
  if (body.holiday_calendar_id !== null) await findOwnCalendar(db, ownerId, body.holiday_calendar_id);
  await checkContent(db, ownerId, body.action);
  const places = await resolveTargets(db, ownOf(ownerId), body.targets);
  return { devices: places.length, zones: [...new Set(places.map(({ time_zone }) => time_zone))] };
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
