import { useLocale } from './i18n.ts';
import { clockIn, dateLocale } from './browser-habits.ts';

/**
 * Wall-clock times without a zone, as in the contract of schedules: `2026-11-23T08:00`. They are calculated as if they were
 * UTC, so that no change of the clocks moves them.
 */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** @param local `2026-11-23T08:00`, with or without seconds, or `2026-11-23`, which is its midnight */
const utcOf = (local: string): Date => new Date(`${local.length === 10 ? `${local}T00:00` : local}Z`);
/** To the minute. */
const localOf = (utc: Date): string => utc.toISOString().slice(0, 16);
export const dateOf = (local: string): string => local.slice(0, 10);
export const timeOf = (local: string): string => local.slice(11, 16);
export const addMinutes = (local: string, minutes: number): string =>
  localOf(new Date(utcOf(local).getTime() + minutes * MINUTE_MS));
export const addDays = (date: string, days: number): string =>
  localOf(new Date(utcOf(date).getTime() + days * DAY_MS)).slice(0, 10);
export const minutesBetween = (from: string, to: string): number =>
  Math.round((utcOf(to).getTime() - utcOf(from).getTime()) / MINUTE_MS);
export const daysBetween = (from: string, to: string): number =>
  Math.round((utcOf(dateOf(to)).getTime() - utcOf(dateOf(from)).getTime()) / DAY_MS);
/** 1 is Monday. */
export const weekdayOf = (local: string): number => utcOf(local).getUTCDay() || 7;
export const dayOfMonth = (local: string): number => Number(local.slice(8, 10));
/** Which of the same weekdays of its month the date is: 1 to 5. */
export const nthOf = (local: string): number => Math.ceil(dayOfMonth(local) / 7);

/** The wall-clock time at an instant. @param zone IANA name; undefined: that of the browser */
export const wallTime = (at: Date | number, zone: string | undefined): string =>
  formatterOf(zone).format(at).replace(' ', 'T');

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Cached: making a formatter takes long, and a calendar writes many times. */
function formatterOf(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? '';
  const cached = formatters.get(key);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  formatters.set(key, formatter);
  return formatter;
}

/** By zone and quarter of an hour: a calendar of a month has many occurrences, and clocks change at a quarter. */
const offsets = new Map<string, number>();
const QUARTER_MS = 15 * MINUTE_MS;
const OFFSETS_MAX = 20_000;

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${quarter}`;
  const cached = offsets.get(key);
  if (cached !== undefined) return cached;
  const offset = utcOf(wallTime(quarter, zone)).getTime() - quarter;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** The instant of a wall-clock time: the first of two where clocks are put back; where they are put forward, a time that does not exist is as much later. */
export function instantOf(local: string, zone: string): number {
  const asUtc = utcOf(local).getTime();
  const [before, after] = [offsetAt(asUtc - DAY_MS, zone), offsetAt(asUtc + DAY_MS, zone)];
  const offset = [before, after].find((offset) => offsetAt(asUtc - offset, zone) === offset);
  return asUtc - (offset ?? before);
}

export function inZone(local: string, from: string, to: string): string {
  if (from === to) return local;
  const instant = instantOf(local, from);
  return localOf(new Date(instant + offsetAt(instant, to)));
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utcOf(text).getTime());
/** Whether it is a date of the calendar, as `2026-02-28`. */
export const isLocalDate = (text: string): boolean => isDate(text) && addDays(text, 0) === text;

/** 1970-01-05 was a Monday. */
const weekdayDate = (day: number): Date => new Date(Date.UTC(1970, 0, 4 + day));

/** `08:00`, or `8:00 AM` by a clock of twelve hours, for `08:00`; with a plain space, as people type it. */
export const writeTime = (time: string, locale: string): string =>
  time === '' ? '' : localTimesIn(locale).time(`1970-01-01T${time}`).replaceAll('\u202F', ' ');

export const useLocalTimes = (): LocalTimes => localTimesIn(useLocale());

type LocalTimes = ReturnType<typeof makeLocalTimes>;
const cache = new Map<string, LocalTimes>();

/** Cached: making formatters takes a hundred times as long as formatting. */
function localTimesIn(locale: string): LocalTimes {
  let times = cache.get(locale);
  if (!times) cache.set(locale, (times = makeLocalTimes(locale)));
  return times;
}

function makeLocalTimes(locale: string) {
  const clock = clockIn(locale);
  const writer = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(dateLocale(locale), { ...style, timeZone: 'UTC' });
    return (local: string): string => format.format(utcOf(local));
  };
  const time = writer({ timeStyle: 'short', ...clock });
  const isTwelve = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...clock }).resolvedOptions().hour12 === true;
  const hour = writer({ hour: 'numeric', ...clock });
  const brief = (local: string): string => (isTwelve && local.slice(14, 16) === '00' ? hour : time)(local);
  const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return {
    /** Mon, Nov 23 */
    day: writer({ weekday: 'short', day: 'numeric', month: 'short' }),
    /** Monday, November 23, 2026 */
    longDay: writer({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** Monday, November 23 */
    weekdayAndDay: writer({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** Nov 23, 2026 */
    date: writer({ dateStyle: 'medium' }),
    /** 08:00 */
    time,
    /** `08:00 – 22:00`, by a clock of twelve hours `8 AM – 10:30 PM`; an end that is empty is left out. */
    range: (from: string, to: string): string => `${from && brief(from)} – ${to && brief(to)}`.trim(),
    /** Mon, Nov 23, 2026, 08:00 */
    moment: writer({
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      ...clock,
    }),
    /** November 2026 */
    month: writer({ month: 'long', year: 'numeric' }),
    /** @param day 1 is Monday */
    weekday: (day: number, style: 'short' | 'long' = 'short'): string =>
      (style === 'short' ? short : long).format(weekdayDate(day)),
  };
}
