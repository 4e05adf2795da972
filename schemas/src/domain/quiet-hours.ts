import type { QuietHours } from '../http/places/effective-settings.ts';
import { minutesOfDay } from './time-of-day.ts';
import { parseUtcOffset } from './utc-offset.ts';

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
const DAYS = 7;

/** Formatters by zone: making one costs a thousand times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const existing = formatters.get(timeZone);
  if (existing) return existing;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Wall-clock time: the day of the week, 1 for Monday, and minutes since midnight. */
type WallClock = { day: number; minutes: number };

function wallClock(timeZone: string, instant: Date): WallClock {
  const offset = parseUtcOffset(timeZone);
  if (offset !== null) {
    const local = new Date(instant.getTime() + offset * MINUTE_MS);
    return { day: local.getUTCDay() || DAYS, minutes: local.getUTCHours() * 60 + local.getUTCMinutes() };
  }
  const clock = { day: 1, minutes: 0 };
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) {
    if (type === 'weekday') clock.day = WEEKDAYS.indexOf(value) + 1;
    else if (type === 'hour') clock.minutes += Number(value) * 60;
    else if (type === 'minute') clock.minutes += Number(value);
  }
  return clock;
}

/**
 * The end, as `07:00`, of a window that covers an instant by the wall clock of a zone, an IANA name or an offset as `+03:00`; null where none does. A
 * window includes its start and excludes its end; one whose end is not after its start ends on the next day and belongs to the day of its start.
 * Throws RangeError for an unknown zone.
 */
export function quietUntil(quietHours: readonly QuietHours[], timeZone: string, instant: Date): string | null {
  if (quietHours.length === 0) return null;
  const { day, minutes } = wallClock(timeZone, instant);
  const dayBefore = day === 1 ? DAYS : day - 1;
  const window = quietHours.find(({ from, to, days }) => {
    const start = minutesOfDay(from);
    const end = minutesOfDay(to) > start ? minutesOfDay(to) : minutesOfDay(to) + DAY_MINUTES;
    return (
      (days.includes(day) && minutes >= start && minutes < end) ||
      (days.includes(dayBefore) && minutes + DAY_MINUTES >= start && minutes + DAY_MINUTES < end)
    );
  });
  return window?.to ?? null;
}

/** Whether `quietUntil` finds a window. */
export const isQuiet = (quietHours: readonly QuietHours[], timeZone: string, instant: Date): boolean =>
  quietUntil(quietHours, timeZone, instant) !== null;
