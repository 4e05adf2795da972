import { PROGRAMME_DAYS } from '@belfry/schemas/domain/announcements';
import { SCHEDULE_OCCURRENCES_MAX, type ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { BudgetError } from '../../recurrence/budget.ts';
import { expansions } from '../../recurrence/expansions.ts';
import { DAY_MS, MINUTE_MS } from '../../recurrence/local-time.ts';
import { recurrenceOf } from '../../recurrence/recurrence-of.ts';
import { RuleError } from '../../recurrence/rule.ts';
import { findHolidays } from './holidays/holidays.repository.ts';
import { findUncounted, setOccurrences, sumOccurrences } from './occurrences.repository.ts';
import { toBody } from './schedule-view.ts';

/** A programme reaches from two days behind to PROGRAMME_DAYS and one day ahead. */
const COUNTED_MS = (PROGRAMME_DAYS + 3) * DAY_MS;

/**
 * How often a schedule happens in one zone within the days of a programme, from its next occurrence on. Throws RuleError for a rule that never
 * happens, BudgetError for one that cannot be counted in time, and rate_limited while too many are counted.
 */
export async function countInDays(db: Kysely<Database>, ownerId: number, body: ScheduleBody): Promise<number> {
  const holidays = await findHolidays(db, [body.holiday_calendar_id]);
  return expansions.count(ownerId, {
    recurrence: recurrenceOf(body, holidays),
    lengthMs: (body.duration_minutes ?? 0) * MINUTE_MS,
    from: Date.now() - 2 * DAY_MS,
    windowMs: COUNTED_MS,
  });
}

/** Counts schedules of an owner that were saved before schedules were counted, in one zone. */
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
