import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { useTranslation } from './translation.ts';
import { dayOfMonth, nthOf, weekdayOf, timeOf, useLocalTimes } from './local-time.ts';

/** The codes of RFC 5545 from Monday. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export const REPEAT_KINDS = ['once', 'daily', 'weekly', 'monthly_day', 'monthly_weekday', 'yearly', 'custom'] as const;
type RepeatKind = (typeof REPEAT_KINDS)[number];

/** The positions of a weekday in its month; -1 is the last. */
export const NTHS = [1, 2, 3, 4, -1] as const;

/** A recurrence as people choose it. Weekdays are 1 (Monday) to 7. */
export type Repeat =
  | { kind: 'once' }
  | { kind: 'daily'; interval: number }
  | { kind: 'weekly'; interval: number; days: number[] }
  | { kind: 'monthly_day'; interval: number; day: number }
  | { kind: 'monthly_weekday'; interval: number; nth: number; day: number }
  | { kind: 'yearly'; interval: number }
  | { kind: 'custom'; text: string };

/** The RRULE of the contract; null: once. */
export function ruleOf(repeat: Repeat): string | null {
  if (repeat.kind === 'once') return null;
  if (repeat.kind === 'custom') return repeat.text.trim().toUpperCase();
  const every = repeat.interval > 1 ? `;INTERVAL=${repeat.interval}` : '';
  switch (repeat.kind) {
    case 'daily':
      return `FREQ=DAILY${every}`;
    case 'weekly':
      return `FREQ=WEEKLY${every};BYDAY=${repeat.days
        .toSorted((a, b) => a - b)
        .map(codeOf)
        .join(',')}`;
    case 'monthly_day':
      return `FREQ=MONTHLY${every};BYMONTHDAY=${repeat.day}`;
    case 'monthly_weekday':
      return `FREQ=MONTHLY${every};BYDAY=${repeat.nth}${codeOf(repeat.day)}`;
    case 'yearly':
      return `FREQ=YEARLY${every}`;
    default:
      return repeat satisfies never;
  }
}

/** The choice that a stored rule is; `custom` for any other rule. */
export function repeatOf(rule: string | null, startsAt: string): Repeat {
  if (rule === null) return { kind: 'once' };
  const custom: Repeat = { kind: 'custom', text: rule };
  const parts = partsOf(rule);
  const { FREQ, INTERVAL = '1', BYDAY, BYMONTHDAY, ...others } = Object.fromEntries(parts);
  const interval = Number(INTERVAL);
  if (Object.keys(others).length > 0 || !Number.isInteger(interval) || interval < 1) return custom;
  const plain = BYDAY === undefined && BYMONTHDAY === undefined;
  if (FREQ === 'DAILY' && plain) return { kind: 'daily', interval };
  if (FREQ === 'YEARLY' && plain) return { kind: 'yearly', interval };
  if (FREQ === 'WEEKLY' && BYMONTHDAY === undefined) {
    const days = BYDAY === undefined ? [weekdayOf(startsAt)] : BYDAY.split(',').map(dayOf);
    return days.includes(0) ? custom : { kind: 'weekly', interval, days };
  }
  if (FREQ !== 'MONTHLY' || (BYDAY !== undefined && BYMONTHDAY !== undefined)) return custom;
  if (BYDAY === undefined) return monthlyDay(BYMONTHDAY ?? String(dayOfMonth(startsAt)), interval) ?? custom;
  return monthlyWeekday(BYDAY, interval) ?? custom;
}

function monthlyDay(text: string, interval: number): Repeat | null {
  const day = Number(text);
  return Number.isInteger(day) && day >= 1 && day <= 31 ? { kind: 'monthly_day', interval, day } : null;
}

function monthlyWeekday(text: string, interval: number): Repeat | null {
  const match = /^(1|2|3|4|-1)([A-Z]{2})$/.exec(text);
  const day = dayOf(match?.[2] ?? '');
  return match && day > 0 ? { kind: 'monthly_weekday', interval, nth: Number(match[1]), day } : null;
}

/** `FREQ=DAILY;COUNT=3` → [['FREQ', 'DAILY'], ['COUNT', '3']] */
export const partsOf = (rule: string): [name: string, value: string][] =>
  rule
    .trim()
    .toUpperCase()
    .split(';')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    });

export function defaultRepeat(kind: RepeatKind, startsAt: string, rule: string | null): Repeat {
  const nth = nthOf(startsAt);
  switch (kind) {
    case 'once':
      return { kind };
    case 'daily':
    case 'yearly':
      return { kind, interval: 1 };
    case 'weekly':
      return { kind, interval: 1, days: [weekdayOf(startsAt)] };
    case 'monthly_day':
      return { kind, interval: 1, day: dayOfMonth(startsAt) };
    case 'monthly_weekday':
      return { kind, interval: 1, nth: nth > 4 ? -1 : nth, day: weekdayOf(startsAt) };
    case 'custom':
      return { kind, text: rule ?? 'FREQ=DAILY' };
    default:
      return kind satisfies never;
  }
}

/** Why a typed rule is refused, as a key of the texts, with the part that it is about. */
type RuleProblem = {
  problem: 'empty' | 'form' | 'unknown' | 'twice' | 'frequency' | 'value' | 'until_count' | 'too_long';
  part: string;
};

const RULE_MAX = 300;
const FREQUENCIES = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY']);
type Check = (value: string) => boolean;

const within =
  (min: number, max: number, signed = false): Check =>
  (text) => {
    if (!/^[+-]?\d{1,4}$/.test(text)) return false;
    const value = Number(text);
    return (signed && value < 0 ? -value : value) >= min && (signed ? Math.abs(value) : value) <= max;
  };

const each =
  (check: Check): Check =>
  (text) =>
    text.split(',').every(check);

const CHECKS: Record<string, Check> = {
  FREQ: (text) => FREQUENCIES.has(text),
  INTERVAL: within(1, 999),
  COUNT: within(1, 9_999),
  UNTIL: (text) => /^\d{8}(T\d{6}Z?)?$/.test(text),
  BYMONTH: each(within(1, 12)),
  BYMONTHDAY: each(within(1, 31, true)),
  BYYEARDAY: each(within(1, 366, true)),
  BYWEEKNO: each(within(1, 53, true)),
  BYSETPOS: each(within(1, 366, true)),
  BYHOUR: each(within(0, 23)),
  BYMINUTE: each(within(0, 59)),
  BYDAY: each((text) => /^([+-]?\d{1,2})?[A-Z]{2}$/.test(text) && WEEKDAYS.some((day) => text.endsWith(day))),
  WKST: (text) => WEEKDAYS.some((day) => day === text),
};

/** Checks a typed RRULE; the library that expands it accepts unknown parts and impossible values. The server has the last word. */
export function checkRule(rule: string): RuleProblem | null {
  const parts = partsOf(rule);
  const [first] = parts;
  if (!first) return { problem: 'empty', part: '' };
  if (rule.trim().length > RULE_MAX) return { problem: 'too_long', part: String(RULE_MAX) };
  const seen = new Set<string>();
  for (const [name, value] of parts) {
    const check = CHECKS[name];
    if (value === '') return { problem: 'form', part: name };
    if (!check) return { problem: 'unknown', part: name };
    if (seen.has(name)) return { problem: 'twice', part: name };
    seen.add(name);
    if (!check(value)) return { problem: name === 'FREQ' ? 'frequency' : 'value', part: `${name}=${value}` };
  }
  if (!seen.has('FREQ')) return { problem: 'frequency', part: 'FREQ' };
  return seen.has('UNTIL') && seen.has('COUNT') ? { problem: 'until_count', part: 'UNTIL' } : null;
}

const codeOf = (day: number): string => WEEKDAYS[day - 1] ?? 'MO';
const dayOf = (code: string): number => WEEKDAYS.findIndex((each) => each === code) + 1;
/** A rule of hours or minutes as `{ frequency, interval, days }`, which has no further parts; null for any other. */
export function frequentOf(
  rule: string,
): { frequency: 'hourly' | 'minutely'; interval: number; days: number[] } | null {
  const { FREQ, INTERVAL = '1', BYDAY, ...others } = Object.fromEntries(partsOf(rule));
  const days = BYDAY === undefined ? [] : BYDAY.split(',').map(dayOf);
  if ((FREQ !== 'HOURLY' && FREQ !== 'MINUTELY') || Object.keys(others).length > 0 || days.includes(0)) return null;
  return { frequency: FREQ === 'HOURLY' ? 'hourly' : 'minutely', interval: Number(INTERVAL), days };
}

type Ruled = Pick<Schedule, 'rrule' | 'starts_at' | 'until_date'>;
/** Tells when a schedule happens: `Every week: Mon, Fri, 08:00, until Dec 18, 2026`, or `Every 2 minutes from 17:53`. */
export function useRuleText(): (schedule: Ruled) => string {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();

  function textOf(repeat: Repeat, startsAt: string): string {
    switch (repeat.kind) {
      case 'once':
        return `${t('rule.once')}, ${times.date(startsAt)}`;
      case 'custom':
        return t('rule.custom', { text: repeat.text });
      case 'daily':
        return repeat.interval === 1 ? t('rule.daily') : t('rule.daily_n', { count: repeat.interval });
      case 'yearly':
        return repeat.interval === 1 ? t('rule.yearly') : t('rule.yearly_n', { count: repeat.interval });
      case 'weekly': {
        const days = repeat.days.map((day) => times.weekday(day)).join(', ');
        return repeat.interval === 1
          ? t('rule.weekly', { days })
          : t('rule.weekly_n', { count: repeat.interval, days });
      }
      case 'monthly_day': {
        const { day, interval } = repeat;
        return interval === 1 ? t('rule.monthly_day', { day }) : t('rule.monthly_day_n', { count: interval, day });
      }
      case 'monthly_weekday': {
        const nth = t(`nth.${nthKey(repeat.nth)}`);
        const [day, count] = [times.weekday(repeat.day, 'long'), repeat.interval];
        return count === 1 ? t('rule.monthly_weekday', { nth, day }) : t('rule.monthly_weekday_n', { count, nth, day });
      }
      default:
        return repeat satisfies never;
    }
  }

  function frequentText({ frequency, interval, days }: NonNullable<ReturnType<typeof frequentOf>>): string {
    const rule = interval === 1 ? t(`rule.${frequency}`) : t(`rule.${frequency}_n`, { count: interval });
    if (days.length === 0) return rule;
    return t('rule.on_days', { rule, days: days.map((day) => times.weekday(day)).join(', ') });
  }

  return ({ rrule, starts_at, until_date }) => {
    const frequent = rrule === null ? null : frequentOf(rrule);
    const rule = frequent ? frequentText(frequent) : textOf(repeatOf(rrule, starts_at), starts_at);
    const time = times.time(`${starts_at.slice(0, 10)}T${timeOf(starts_at)}`);
    const at = t(frequent ? 'rule.from' : 'rule.at', { rule, time });
    return until_date === null ? at : `${at}, ${t('rule.until', { date: times.date(until_date) })}`;
  };
}

export const nthKey = (nth: number): '1' | '2' | '3' | '4' | 'last' =>
  nth === 1 ? '1' : nth === 2 ? '2' : nth === 3 ? '3' : nth === 4 ? '4' : 'last';
