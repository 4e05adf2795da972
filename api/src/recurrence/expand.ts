import type { ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { threadTimeMs } from '../lib/map-yielding.ts';
import { DAY_MS, dateText, localText, toLocalMs, createClock, toLocal, type LocalMs } from './local-time.ts';
import { parseRule, RuleError } from './rule.ts';

/** In wall-clock time. */
export type Recurrence = {
  starts_at: string;
  rrule: string | null;
  exceptions: readonly string[];
  until_date: string | null;
  holidays: ReadonlySet<string>;
};

/** The limit of the library, at which it throws: above the most that a rule can make, which is one per minute for RANGE_MAX_DAYS. */
const MAX_ITERATIONS = 25_000;
/** The limit in the search for the next occurrence; rules that need more happen once in centuries. */
const NEXT_ITERATIONS = 3_000;
/** How many days without an occurrence, because of exceptions and holidays, the search for the next one passes. */
const SEARCHED_DAYS = 1_500;
/** Later times have years that cannot be written with four digits in all zones. */
const LAST = Date.UTC(9998, 11, 31);
/** The longest range that is expanded in one call: one per minute needs fewer than MAX_ITERATIONS. */
const RANGE_MAX_DAYS = 16;

const ruleOf = (text: string, startsAt: string, maxIterations: number): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: text,
    dtstart: Temporal.ZonedDateTime.from(`${localText(toLocalMs(startsAt))}+00:00[UTC]`),
    cache: false,
    maxIterations,
  });

/** Throws RuleError for a rule that is malformed, or that never happens. */
export function checkRecurrence({ starts_at, rrule }: Pick<Recurrence, 'starts_at' | 'rrule'>): void {
  const start = toLocalMs(starts_at);
  if (Number.isNaN(start)) throw new RuleError('This date does not exist');
  if (rrule === null) return;
  const { text, until } = parseRule(rrule);
  const first = safely(() => ruleOf(text, starts_at, NEXT_ITERATIONS).next(new Date(start), true)?.epochMilliseconds);
  if (first === undefined || first > LAST) throw new RuleError('This rule never happens');
  if (until !== null && first > toLocalMs(until))
    throw new RuleError('The rule ends before it happens for the first time');
}

/**
 * The first `max` occurrences and some more, at the cost of a budget that several expansions may share. `stepDays`: so many days are expanded
 * in one call of the library.
 */
type ExpansionLimits = { spending: Spending; max?: number; stepDays?: number };

/** The beginnings of the occurrences in [from, to), in order. Throws BudgetError, also in the middle of a rule. */
export function occurrencesBetween(
  recurrence: Recurrence,
  from: LocalMs,
  to: LocalMs,
  { spending, max = Infinity, stepDays = RANGE_MAX_DAYS }: ExpansionLimits,
): LocalMs[] {
  spending.take(0);
  const start = toLocalMs(recurrence.starts_at);
  if (recurrence.rrule === null) return [start].filter((at) => at >= from && at < to && happensAt(recurrence, at));
  const { text, until } = parseRule(recurrence.rrule);
  const end = Math.min(to, endOf(recurrence.until_date) + 1, until === null ? Infinity : toLocalMs(until) + 1);
  const rule = ruleOf(text, recurrence.starts_at, MAX_ITERATIONS);
  const excepted = exceptedDates(recurrence);
  const starts: LocalMs[] = [];
  // A frequent rule has enough of them in its first days, and a rare one is expanded in few steps.
  for (let at = Math.max(from, start), days = 1; at < end && starts.length < max; days = Math.min(2 * days, stepDays)) {
    const next = Math.min(at + days * DAY_MS, end);
    const times = safely(() => rule.between(new Date(at), new Date(next - 1), true)) ?? [];
    spending.take(times.length);
    for (const { epochMilliseconds } of times) if (!excepted(epochMilliseconds)) starts.push(epochMilliseconds);
    at = next;
  }
  return starts;
}

/** Null if there is none, or none that the library finds. Throws BudgetError. */
export function nextOccurrence(recurrence: Recurrence, from: LocalMs, spending: Spending): LocalMs | null {
  const start = toLocalMs(recurrence.starts_at);
  if (recurrence.rrule === null) return start >= from && happensAt(recurrence, start) ? start : null;
  const { text, until } = parseRule(recurrence.rrule);
  const end = Math.min(LAST, endOf(recurrence.until_date), until === null ? Infinity : toLocalMs(until));
  const rule = ruleOf(text, recurrence.starts_at, NEXT_ITERATIONS);
  let after = Math.max(from, start);
  for (let searched = 0; searched < SEARCHED_DAYS; searched += 1) {
    spending.take(1);
    const instant = after;
    const at = safely(() => rule.next(new Date(instant), true)?.epochMilliseconds);
    if (at === undefined || at > end) return null;
    if (happensAt(recurrence, at)) return at;
    // What excepts one time of a day excepts all of them.
    after = (Math.floor(at / DAY_MS) + 1) * DAY_MS;
  }
  return null;
}

export function happensAt({ exceptions, until_date, holidays }: Recurrence, at: LocalMs): boolean {
  const date = dateText(at);
  return !exceptions.includes(date) && !holidays.has(date) && (until_date === null || date <= until_date);
}

/** As `happensAt`, the other way round, for times in order: days are decided once. */
function exceptedDates(recurrence: Recurrence): (at: LocalMs) => boolean {
  let [day, excepted] = [NaN, false];
  return (at) => {
    const on = Math.floor(at / DAY_MS);
    if (on !== day) [day, excepted] = [on, !happensAt(recurrence, at)];
    return excepted;
  };
}

const endOf = (date: string | null): LocalMs => (date === null ? Infinity : toLocalMs(`${date}T23:59:59`));

/** The library throws where it has searched for too long: such a rule has no occurrence that could be found. */
function safely<T>(search: () => T): T | undefined {
  try {
    return search();
  } catch {
    return undefined;
  }
}

/** Instants are milliseconds since 1970. */
export type Occurrence = { local: LocalMs; at: number; until: number };
export type Range = { from: number; to: number };

/** A rule, how long each occurrence lasts (0: it has no end of its own), and the instant before which one that has ended does not count. */
type Expanded = { recurrence: Recurrence; lengthMs: number; since: number };

/**
 * The occurrences that touch a range of instants, by time, in each of some zones. The rule is expanded once, and its times count once
 * for each zone. Throws BudgetError.
 */
export function expandInZones(
  { recurrence, lengthMs, since }: Expanded,
  zones: readonly string[],
  range: Range,
  spending: Spending,
): Map<string, Occurrence[]> {
  if (zones.length === 0) return new Map();
  // A day more on both sides, because the offset of a zone may change.
  const first = Math.min(...zones.map((zone) => toLocal(range.from, zone))) - lengthMs - DAY_MS;
  const last = Math.max(...zones.map((zone) => toLocal(range.to, zone))) + DAY_MS;
  const times = occurrencesBetween(recurrence, first, last, { spending });
  return new Map(
    zones.map((zone, index) => {
      if (index > 0) spending.take(times.length);
      return [zone, inZone(times, zone, { range, lengthMs, since })];
    }),
  );
}

function inZone(
  times: readonly LocalMs[],
  zone: string,
  { range, lengthMs, since }: { range: Range; lengthMs: number; since: number },
): Occurrence[] {
  const instantOf = createClock(zone);
  return times
    .map((local) => ({ local, at: instantOf(local), until: instantOf(local + lengthMs) }))
    .filter(
      ({ at, until }) => at < range.to && (lengthMs === 0 ? at >= range.from : until > range.from) && until >= since,
    );
}

export type Holidays = ReadonlyMap<number, ReadonlySet<string>>;

type Recurring = Pick<ScheduleBody, 'starts_at' | 'rrule' | 'exceptions' | 'until_date' | 'holiday_calendar_id'>;

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

/** What an expansion may use: occurrences of its rules before exceptions, and milliseconds of the processor. */
export type Budget = { occurrences: number; ms: number };

/** A budget is used up. The message is for logs. */
export class BudgetError extends Error {}

export type Spending = {
  /** Takes so many occurrences. Throws BudgetError when more occurrences are used than there are, or all of the time. */
  take(occurrences: number): void;
};

export function spend({ occurrences, ms }: Budget): Spending {
  const began = threadTimeMs();
  let left = occurrences;
  return {
    take(used) {
      left -= used;
      if (left < 0) throw new BudgetError(`more than ${occurrences} occurrences`);
      if (threadTimeMs() - began >= ms) throw new BudgetError(`more than ${ms} ms`);
    },
  };
}
