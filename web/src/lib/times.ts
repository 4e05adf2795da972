import { createContext, useContext, useMemo } from 'react';
import { clockIn, dateLocale } from './browser-habits.ts';
import { useLocale } from './i18n.ts';
import { useNow } from './timers.ts';
import { DEFAULT_UTC_OFFSET_MINUTES } from '@belfry/schemas/domain/account';
import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { formatUtcOffset, parseUtcOffset, UTC_OFFSET_MAX, UTC_OFFSET_MIN } from '@belfry/schemas/domain/utc-offset';

/** Formatters of instants, which are ISO 8601 or milliseconds. */
export type Times = {
  /** Nov 20, 2026, 19:18:00 */
  moment: (at: string | number) => string;
  /** Nov 20, 2026 */
  day: (at: string | number) => string;
  /** 19:18 */
  time: (at: string | number) => string;
  /** 19:18:00.250 */
  exact: (at: string | number) => string;
};

/** The IANA name of the signed-in user's time zone; undefined: that of the browser. */
export const TimeZone = createContext<string | undefined>(undefined);

const cache = new Map<string, Times>();

/** @param zone IANA name; an unknown one is ignored */
export function timesIn(locale: string, zone: string | undefined): Times {
  const name = `${locale} ${zone}`;
  let times = cache.get(name);
  if (!times) cache.set(name, (times = makeTimes(locale, usableZone(zone))));
  return times;
}

function makeTimes(locale: string, timeZone: string | undefined): Times {
  const clock = clockIn(locale);
  const writer = (style: Intl.DateTimeFormatOptions): Times['moment'] => {
    const format = new Intl.DateTimeFormat(dateLocale(locale), { ...style, timeZone });
    return (at) => format.format(new Date(at));
  };
  return {
    moment: writer({ dateStyle: 'medium', timeStyle: 'medium', ...clock }),
    day: writer({ dateStyle: 'medium' }),
    time: writer({ timeStyle: 'short', ...clock }),
    exact: writer({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, ...clock }),
  };
}

const DAY_MS = 86_400_000;
const CLOCK_TIME = { hour: '2-digit', minute: '2-digit' } as const;
const SHORT = {
  today: CLOCK_TIME,
  week: { weekday: 'short', ...CLOCK_TIME },
  date: { day: 'numeric', month: 'short', ...CLOCK_TIME },
  year: { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const madeShort = new Map<string, Intl.DateTimeFormat>();
function shortOf(style: keyof typeof SHORT, locale: string, zone: string | undefined): Intl.DateTimeFormat {
  const name = `${style} ${locale} ${zone}`;
  let format = madeShort.get(name);
  if (!format)
    madeShort.set(
      name,
      (format = new Intl.DateTimeFormat(dateLocale(locale), {
        ...SHORT[style],
        ...(style !== 'year' && clockIn(locale)),
        timeZone: usableZone(zone),
      })),
    );
  return format;
}

/** As short as it is clear at `now`, ms since the epoch: 19:45, Sat 19:45, Nov 12, 19:45, or Nov 12, 2025. */
export function shortMoment(at: string, now: number, locale: string, zone: string | undefined): string {
  const dayOf = (instant: number): string => timesIn(locale, zone).day(instant);
  const instant = Date.parse(at);
  if (dayOf(instant) === dayOf(now)) return shortOf('today', locale, zone).format(instant);
  const age = Math.abs(now - instant);
  return shortOf(age < 6 * DAY_MS ? 'week' : age < 300 * DAY_MS ? 'date' : 'year', locale, zone).format(instant);
}

function usableZone(zone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Formatters for the language of the console and the time zone of the user, as in the header's clock. */
export function useTimes(): Times {
  const [locale, zone] = [useLocale(), useContext(TimeZone)];
  return useMemo(() => timesIn(locale, zone), [locale, zone]);
}

const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The reader's zone: the one of the account, else that of the browser. */
export const zoneNameOf = (own: string | undefined): string => usableZone(own) ?? browserZone();

/** The name of a zone that is not the reader's, to write it beside a time there; null for the reader's own; see SHELL-28. */
export function otherZoneOf(own: string | undefined, zone: string | null | undefined): string | null {
  const there = zone == null ? undefined : usableZone(zone);
  return there === undefined || there === zoneNameOf(own) ? null : there;
}

/** The city of a zone that is not the reader's, in their language. */
export function useOtherCity(): (zone: string | null | undefined) => string | null {
  const [locale, own] = [useLocale(), useContext(TimeZone)];
  return (zone) => {
    const other = otherZoneOf(own, zone);
    return other === null ? null : zoneCity(other, locale);
  };
}

const REFRESH_MS = 60_000;
/** Writes an instant as short as it is clear now, by the clock of a place, which is named where it is not the reader's: `19:45 Berlin`; see SHELL-28. */
export function useClockOf(zone: string | null): (at: string) => string {
  const [locale, own] = [useLocale(), useContext(TimeZone)];
  const now = useNow(REFRESH_MS);
  const other = otherZoneOf(own, zone);
  const city = other === null ? '' : ` ${zoneCity(other, locale)}`;
  return (at) => shortMoment(at, now, locale, other ?? own) + city;
}

/**
 * Writes an instant by the wall clock of a place, with the zone where it is not that of the user. A place whose zone is not known is written
 * in the zone of the user.
 */
export function useZonedTimes(): (at: string | number, zone: string | null) => string {
  const [locale, own] = [useLocale(), useContext(TimeZone)];
  return useMemo(
    () => (at, zone) => {
      const other = otherZoneOf(own, zone);
      const text = timesIn(locale, zone ?? own).moment(at);
      return other === null ? text : `${text} (${zoneCity(other, locale)})`;
    },
    [locale, own],
  );
}

/** Minutes east of UTC, also from `+HH:MM`; those of Moscow where they are missing or invalid; see HOME-6. */
export function readUtcOffset(value: unknown): number {
  const minutes = typeof value === 'string' ? (parseUtcOffset(value) ?? Number.parseInt(value, 10)) : value;
  return typeof minutes === 'number' &&
    Number.isInteger(minutes) &&
    minutes >= UTC_OFFSET_MIN &&
    minutes <= UTC_OFFSET_MAX
    ? minutes
    : DEFAULT_UTC_OFFSET_MINUTES;
}

/** 330 → `GMT+5:30`, 0 → `GMT`. */
export function gmtOf(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const [hours = '', rest = ''] = formatUtcOffset(minutes).split(':');
  const short = `${hours.slice(0, 1)}${Number(hours.slice(1))}`;
  return rest === '00' ? `GMT${short}` : `GMT${short}:${rest}`;
}

/** The time at an offset from UTC. Shifted manually, because older browsers do not support zones like `+05:30`. */
const MINUTE_MS = 60_000;

const PARTS = {
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  numericDay: { day: '2-digit', month: '2-digit', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Part = keyof typeof PARTS;

const madeClocks = new Map<string, Intl.DateTimeFormat>();
function formatter(locale: string, part: Part): Intl.DateTimeFormat {
  const name = `${locale} ${part}`;
  let format = madeClocks.get(name);
  if (!format)
    madeClocks.set(
      name,
      (format = new Intl.DateTimeFormat(dateLocale(locale), {
        ...PARTS[part],
        ...(part === 'time' && clockIn(locale)),
        timeZone: 'UTC',
      })),
    );
  return format;
}

/**
 * @param now milliseconds since the epoch
 * @param offset minutes east of UTC
 * @param locale `ru` gives the Russian date format: 20.11.2026
 */
export const wallClock = (now: number, offset: number, locale: string) => {
  const there = now + offset * MINUTE_MS;
  return {
    day: formatter(locale, 'day').format(there),
    time: formatter(locale, 'time').format(there),
    numericDay: formatter(locale, 'numericDay').format(there),
  };
};
