import { occurrencesBetween, type Spending } from '../../recurrence/expand.ts';
import { localText, type LocalMs } from '../../recurrence/local-time.ts';
import { parseRule, RuleError } from '../../recurrence/rule.ts';

/** A rule of an event without its end: UNTIL as it is written, and COUNT. */
export type EventRule = { text: string; until: string | null; count: number | null };

/** Parts without meaning for days, and those that say what is so anyway. */
const IGNORED = /^(?:X-.*|BYSECOND=\d{1,2}|RSCALE=GREGORIAN|SKIP=OMIT)$/;

/** Reads RRULE as calendars write it: in any case, with blanks, empty parts and items that are there twice. Throws RuleError. */
export function readRule(value: string): EventRule {
  const parts = value
    .toUpperCase()
    .replaceAll(/\s+/g, '')
    .split(';')
    .filter((part) => part !== '' && !IGNORED.test(part));
  const valueOf = (name: string): string | null =>
    parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const kept = parts.filter((part) => !/^(?:UNTIL|COUNT)=/.test(part)).map(withoutRepetition);
  const count = valueOf('COUNT');
  if (count !== null && !/^\d{1,6}$/.test(count)) throw new RuleError(`COUNT=${count} is not possible in this rule`);
  return {
    text: parseRule(kept.join(';')).text,
    until: valueOf('UNTIL'),
    count: count === null ? null : Number(count),
  };
}

function withoutRepetition(part: string): string {
  const [name = '', list = ''] = part.split('=');
  return `${name}=${[...new Set(list.split(','))].filter((item) => item !== '').join(',')}`;
}

type Expanded = { rule: EventRule; start: LocalMs; until: LocalMs | null };
/** More than the days of all years that are expanded. */
const WHOLE_DAYS = 30_000;

/**
 * The beginnings in [from, to) of a rule, of which the start is always the first; see RFC 5545, 3.8.5.3. Throws BudgetError.
 * @param until the last time that counts, as the start is
 */
export function expandRule(
  { rule: { text, count }, start, until }: Expanded,
  { from, to }: { from: LocalMs; to: LocalMs },
  spending: Spending,
): LocalMs[] {
  const isDaily = !/FREQ=(?:HOURLY|MINUTELY)|BYHOUR|BYMINUTE/.test(text);
  const limits = { spending, ...(isDaily ? { stepDays: WHOLE_DAYS } : {}) };
  const between = (rrule: string, begin: LocalMs, end: LocalMs): LocalMs[] =>
    occurrencesBetween(
      { starts_at: localText(start), rrule, exceptions: [], until_date: null, holidays: new Set() },
      begin,
      end,
      limits,
    );
  const end = Math.min(to, until === null ? Infinity : until + 1);
  const isFirst = between(text, start, start + 1).length > 0;
  const times = isFirst || start < from || start >= to ? [] : [start];
  const counted = count === null ? text : `${text};COUNT=${Math.max(count - (isFirst ? 0 : 1), 0)}`;
  return count !== null && count <= (isFirst ? 0 : 1) ? times : [...times, ...between(counted, from, end)];
}
