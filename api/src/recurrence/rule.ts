import { z } from 'zod';

/**
 * The grammar of RFC 5545 rules that schedules accept. The library ignores parts that it does not know and drops numbers out
 * of range, so that a typing error would change the meaning of a rule silently.
 */

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'] as const;
const MAX_INTERVAL = 1_000;
const MAX_COUNT = 5_000;
/** The library makes all times of a year, month or week together, even to find one of them. */
const MAX_PER_PERIOD = 5_000;
const WEEKDAY = /^(MO|TU|WE|TH|FR|SA|SU)$/;
const NTH_WEEKDAY = /^([+-]?([1-9]|[1-4]\d|5[0-3]))?(MO|TU|WE|TH|FR|SA|SU)$/;
const UNTIL = /^\d{8}(T\d{6})?$/;

/** A rule without its UNTIL, which the library would take as an instant. */
export type Rule = { text: string; until: string | null };
export class RuleError extends Error {}

type Check = (value: string, frequency: string) => boolean;

const list =
  (isItem: (item: string) => boolean): Check =>
  (value) => {
    const items = value.split(',');
    return new Set(items).size === items.length && items.every(isItem);
  };
const whole = (min: number, max: number) => (item: string) =>
  /^\d{1,4}$/.test(item) && Number(item) >= min && Number(item) <= max;
const signed = (max: number) => (item: string) => /^[+-]?\d{1,3}$/.test(item) && isBetween(Math.abs(Number(item)), max);
const isBetween = (value: number, max: number): boolean => value >= 1 && value <= max;
const onlyIn =
  (frequencies: readonly string[], check: Check): Check =>
  (value, frequency) =>
    frequencies.includes(frequency) && check(value, frequency);

const PARTS: Readonly<Record<string, Check>> = {
  FREQ: (value) => z.enum(FREQUENCIES).safeParse(value).success,
  INTERVAL: whole(1, MAX_INTERVAL),
  COUNT: whole(1, MAX_COUNT),
  UNTIL: (value) => UNTIL.test(value) && isDate(value),
  BYMONTH: list(whole(1, 12)),
  BYMONTHDAY: (value, frequency) => frequency !== 'WEEKLY' && list(signed(31))(value, frequency),
  BYYEARDAY: onlyIn(['YEARLY', 'HOURLY', 'MINUTELY'], list(signed(366))),
  BYWEEKNO: onlyIn(['YEARLY'], list(signed(53))),
  BYDAY: (value, frequency) =>
    list((day) => (['YEARLY', 'MONTHLY'].includes(frequency) ? NTH_WEEKDAY : WEEKDAY).test(day))(value, frequency),
  BYHOUR: list(whole(0, 23)),
  BYMINUTE: list(whole(0, 59)),
  BYSETPOS: list(signed(366)),
  WKST: (value) => WEEKDAY.test(value),
};

/** Parses a rule such as `FREQ=WEEKLY;BYDAY=MO,TU`. Throws RuleError with a text for users. */
export function parseRule(rrule: string): Rule {
  const parts = new Map<string, string>();
  for (const part of rrule.trim().toUpperCase().split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!Object.hasOwn(PARTS, name))
      throw new RuleError(`A rule cannot contain ${name === '' ? 'an empty part' : name}`);
    if (rest.length > 0 || parts.has(name)) throw new RuleError(`${name} may be given once`);
    parts.set(name, value);
  }
  checkParts(parts);
  const until = parts.get('UNTIL') ?? null;
  parts.delete('UNTIL');
  return { text: [...parts].map(([name, value]) => `${name}=${value}`).join(';'), until: until && localOf(until) };
}

function checkParts(parts: ReadonlyMap<string, string>): void {
  const frequency = parts.get('FREQ');
  if (frequency === undefined) throw new RuleError('A rule needs FREQ');
  for (const [name, value] of parts) {
    if (!PARTS[name]?.(value, frequency)) throw new RuleError(`${name}=${value} is not possible in this rule`);
  }
  if (parts.has('COUNT') && parts.has('UNTIL')) throw new RuleError('A rule has COUNT or UNTIL, not both');
  if (parts.has('BYSETPOS') && ![...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS'))
    throw new RuleError('BYSETPOS needs another BY part');
  if (perPeriod(frequency, parts) > MAX_PER_PERIOD)
    throw new RuleError(`A rule may happen ${MAX_PER_PERIOD} times in a ${PERIODS[frequency]?.name ?? 'day'} at most`);
}

const PERIODS: Readonly<Record<string, { name: string; days: number }>> = {
  YEARLY: { name: 'year', days: 366 },
  MONTHLY: { name: 'month', days: 31 },
  WEEKLY: { name: 'week', days: 7 },
};

const BY_DAYS = ['BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYMONTH'];

function perPeriod(frequency: string, parts: ReadonlyMap<string, string>): number {
  const countOf = (name: string): number => parts.get(name)?.split(',').length ?? 1;
  const days = BY_DAYS.some((name) => parts.has(name)) ? (PERIODS[frequency]?.days ?? 1) : 1;
  return days * countOf('BYHOUR') * countOf('BYMINUTE');
}

const dateOf = (until: string): string => `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
const isDate = (until: string): boolean => z.iso.date().safeParse(dateOf(until)).success;

/** A date means the whole day. */
function localOf(until: string): string {
  const time = until.slice(9);
  return `${dateOf(until)}T${time === '' ? '23:59:59' : `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6)}`}`;
}
