import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { dateText, localText, MINUTE_MS, toLocalMs, type LocalMs } from './local-time.ts';
import { parseRule, RuleError } from './rule.ts';

/** When a schedule happens, in wall-clock time. */
export type Recurrence = {
  starts_at: string;
  rrule: string | null;
  /** Dates on which it does not happen. */
  exceptions: readonly string[];
  until_date: string | null;
  /** Dates of its holiday calendar. */
  holidays: ReadonlySet<string>;
};

/** One per minute for seven days is the most that a rule can make; the library stops with an error at its own limit. */
const MAX_ITERATIONS = 25_000;
/** How many occurrences are searched for a next one that is no exception. */
const SEARCHED = 1_000;

const ruleOf = (text: string, startsAt: string, maxIterations?: number): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: text,
    dtstart: Temporal.ZonedDateTime.from(`${localText(toLocalMs(startsAt))}+00:00[UTC]`),
    cache: false,
    ...(maxIterations !== undefined && { maxIterations }),
  });

/** Throws RuleError for a rule that is malformed, or that never happens. */
export function checkRecurrence({ starts_at, rrule }: Pick<Recurrence, 'starts_at' | 'rrule'>): void {
  const start = toLocalMs(starts_at);
  if (Number.isNaN(start)) throw new RuleError('This date does not exist');
  if (rrule === null) return;
  const { text, until } = parseRule(rrule);
  const first = safely(() => ruleOf(text, starts_at).next(new Date(start), true)?.epochMilliseconds);
  if (first === undefined) throw new RuleError('This rule never happens');
  if (until !== null && first > toLocalMs(until))
    throw new RuleError('The rule ends before it happens for the first time');
}

/** The beginnings of the occurrences in [from, to), in order. */
export function occurrencesBetween(recurrence: Recurrence, from: LocalMs, to: LocalMs): LocalMs[] {
  const start = toLocalMs(recurrence.starts_at);
  if (recurrence.rrule === null) return [start].filter((at) => at >= from && at < to && happens(recurrence, at));
  if (to <= start || to <= from) return [];
  const { text, until } = parseRule(recurrence.rrule);
  const last = Math.min(to - 1, until === null ? Infinity : toLocalMs(until));
  if (last < from) return [];
  const rule = ruleOf(text, recurrence.starts_at, MAX_ITERATIONS);
  const found = safely(() => rule.between(new Date(Math.max(from, start)), new Date(last), true)) ?? [];
  const times = found.map(({ epochMilliseconds }) => epochMilliseconds);
  return times.filter((at) => at >= from && at < to && happens(recurrence, at));
}

/** The first occurrence at or after a time; null if there is none, or none among the next thousand is possible. */
export function nextOccurrence(recurrence: Recurrence, from: LocalMs): LocalMs | null {
  const start = toLocalMs(recurrence.starts_at);
  if (recurrence.rrule === null) return start >= from && happens(recurrence, start) ? start : null;
  const { text, until } = parseRule(recurrence.rrule);
  const end = Math.min(endOf(recurrence.until_date), until === null ? Infinity : toLocalMs(until));
  const rule = ruleOf(text, recurrence.starts_at);
  let after = Math.max(from, start);
  for (let searched = 0; searched < SEARCHED; searched += 1) {
    const instant = after;
    const at = safely(() => rule.next(new Date(instant), true)?.epochMilliseconds);
    if (at === undefined || at > end) return null;
    if (happens(recurrence, at)) return at;
    after = at + MINUTE_MS;
  }
  return null;
}

function happens({ exceptions, until_date, holidays }: Recurrence, at: LocalMs): boolean {
  const date = dateText(at);
  return !exceptions.includes(date) && !holidays.has(date) && (until_date === null || date <= until_date);
}

const endOf = (date: string | null): LocalMs => (date === null ? Infinity : toLocalMs(`${date}T23:59:59`));

/** The library throws where it has searched for too long: such a rule has no occurrence within reach. */
function safely<T>(search: () => T): T | undefined {
  try {
    return search();
  } catch {
    return undefined;
  }
}
