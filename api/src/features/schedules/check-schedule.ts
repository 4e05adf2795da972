import { PROGRAMME_DAYS } from '@belfry/schemas/domain/announcements';
import {
  SCHEDULE_OCCURRENCES_MAX,
  type ScheduleAction,
  type ScheduleBody,
} from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { fieldError, notFound, AppError } from '../../errors.ts';
import type { Caller } from '../../policies/accounts.ts';
import { ofOwner, ownOf, readableNodes, type VisibleOwners } from '../../policies/owners.ts';
import { BudgetError, recurrenceOf } from '../../recurrence/expand.ts';
import { expansions } from '../../recurrence/expansions.ts';
import { DAY_MS, MINUTE_MS } from '../../recurrence/local-time.ts';
import { RuleError } from '../../recurrence/rule.ts';
import { findMessages, findPlaylistItems, findStations } from '../library/index.ts';
import { resolveTargets } from '../places/index.ts';
import { findOwnCalendar, findHolidays } from '../holidays/index.ts';
import { requireKnownGroups, requirePlanned } from './members/schedule-access.ts';
import { findUncounted, type ScheduleRow, setOccurrences, sumOccurrences, toBody } from './schedules.repository.ts';

/** Types that last; the others take as long as their sound. */
const LASTING: ReadonlySet<string> = new Set(['playlist', 'station', 'silence']);

/**
 * Throws invalid_input with the field of a schedule that cannot happen as it is, and rate_limited while too many are being checked.
 * @param budgetId the user whose time the check takes
 * @returns how often it happens in one zone within the days of a programme
 */
export async function checkTimes(db: Kysely<Database>, budgetId: number, body: ScheduleBody): Promise<number> {
  const field = body.rrule === null ? 'starts_at' : 'rrule';
  if (LASTING.has(body.action.type) && body.duration_minutes === null)
    throw fieldError('invalid_input', 'duration_minutes', 'Please enter a duration');
  return countInDays(db, budgetId, body).catch((error: unknown) => {
    if (error instanceof BudgetError) throw fieldError('invalid_input', field, 'This rule takes too long to compute');
    throw error instanceof RuleError ? fieldError('invalid_input', field, error.message) : error;
  });
}

export type Targeted = { devices: number; zones: readonly string[] };

/**
 * Throws not_found for a place, sound or calendar that does not exist or belongs to another user.
 * @param places whose places may be targets: of the owner those that a member sees
 */
export async function checkReferences(
  db: Kysely<Database>,
  ownerId: number,
  body: ScheduleBody,
  places: VisibleOwners = ownOf(ownerId),
): Promise<Targeted> {
  if (body.holiday_calendar_id !== null) await findOwnCalendar(db, ownerId, body.holiday_calendar_id);
  await checkContent(db, ownerId, body.action);
  const targeted = await resolveTargets(db, places, body.targets);
  return { devices: targeted.length, zones: [...new Set(targeted.map(({ time_zone }) => time_zone))] };
}

/** Throws not_found for places that a member does not see, forbidden for those for which they do not plan. */
export async function checkNew(
  trx: Kysely<Database>,
  user: Caller,
  ownerId: number,
  body: ScheduleBody,
): Promise<Targeted> {
  await requireKnownGroups(trx, user, ownerId, body.targets);
  const targeted = await checkReferences(trx, ownerId, body, ofOwner(readableNodes(user), ownerId));
  await requirePlanned(trx, user, ownerId, body);
  return targeted;
}

/** Places that stay are checked as those of the owner: those that they except may be places that a member does not see. */
export async function checkChanged(
  trx: Kysely<Database>,
  user: Caller,
  { user_id }: ScheduleRow,
  { body, targets }: { body: ScheduleBody; targets: ScheduleBody['targets'] | undefined },
): Promise<Targeted> {
  if (targets) return checkNew(trx, user, user_id, body);
  const targeted = await checkReferences(trx, user_id, body, ownOf(user_id));
  await requirePlanned(trx, user, user_id, body);
  return targeted;
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

/** A programme reaches from two days behind to PROGRAMME_DAYS and one day ahead. */
const COUNTED_MS = (PROGRAMME_DAYS + 3) * DAY_MS;

/**
 * How often a schedule happens in one zone within the days of a programme, from its next occurrence on. Throws RuleError for a rule that never
 * happens, BudgetError for one that cannot be counted in time, and rate_limited while too many are counted.
 */
async function countInDays(db: Kysely<Database>, budgetId: number, body: ScheduleBody): Promise<number> {
  const holidays = await findHolidays(db, [body.holiday_calendar_id]);
  return expansions.count(budgetId, {
    recurrence: recurrenceOf(body, holidays),
    lengthMs: (body.duration_minutes ?? 0) * MINUTE_MS,
    from: Date.now() - 2 * DAY_MS,
    windowMs: COUNTED_MS,
  });
}

export async function countUncounted(db: Kysely<Database>, ownerId: number): Promise<void> {
  for (const row of await findUncounted(db, ownerId))
    await setOccurrences(db, row.id, await countInDays(db, ownerId, toBody(row)).catch(orMost));
}

/** A rule that cannot be counted counts as the most. */
function orMost(error: unknown): number {
  if (error instanceof RuleError || error instanceof BudgetError) return SCHEDULE_OCCURRENCES_MAX;
  throw error;
}

/**
 * Throws unprocessable if the enabled schedules of an owner would happen more often than SCHEDULE_OCCURRENCES_MAX with one that happens
 * `occurrences` times. Call it with the owner locked.
 * @param id of the schedule that is changed; null for a new one
 */
export async function checkOccurrences(
  trx: Kysely<Database>,
  ownerId: number,
  { id, enabled, occurrences }: { id: number | null; enabled: boolean; occurrences: number },
): Promise<void> {
  if (!enabled) return;
  const total = (await sumOccurrences(trx, ownerId, id)) + occurrences;
  if (total <= SCHEDULE_OCCURRENCES_MAX) return;
  const happens = total.toLocaleString('en');
  const possible = SCHEDULE_OCCURRENCES_MAX.toLocaleString('en');
  throw new AppError(
    'unprocessable',
    `With this schedule, the schedules happen ${happens} times in ${PROGRAMME_DAYS + 3} days, in all time zones together; ${possible} are possible`,
  );
}
