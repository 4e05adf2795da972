import { createContext, useContext, useMemo } from 'react';
import { useLocale } from '../i18n.ts';

/** Formatters of instants, which are ISO 8601 or milliseconds. */
export type Times = {
  /** Nov 20, 2026, 19:18:00 */
  moment: (at: string | number) => string;
  /** Nov 20, 2026 */
  day: (at: string | number) => string;
  /** 19:18 */
  time: (at: string | number) => string;
};

/** The IANA name of the signed-in user's time zone; undefined: that of the browser. */
export const TimeZone = createContext<string | undefined>(undefined);

/** Everybody has one clock, that of the header: 24 hours, in each language; see SHELL-28. */
export const CLOCK = { hourCycle: 'h23' } as const;

const made = new Map<string, Times>();

/** @param zone IANA name; an unknown one is ignored */
export function timesIn(locale: string, zone: string | undefined): Times {
  const name = `${locale} ${zone}`;
  let times = made.get(name);
  if (!times) made.set(name, (times = makeTimes(locale, known(zone))));
  return times;
}

function makeTimes(locale: string, timeZone: string | undefined): Times {
  const writer = (style: Intl.DateTimeFormatOptions): Times['moment'] => {
    const format = new Intl.DateTimeFormat(locale, { ...style, timeZone });
    return (at) => format.format(new Date(at));
  };
  return {
    moment: writer({ dateStyle: 'medium', timeStyle: 'medium', ...CLOCK }),
    day: writer({ dateStyle: 'medium' }),
    time: writer({ timeStyle: 'short', ...CLOCK }),
  };
}

function known(zone: string | undefined): string | undefined {
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

/** The name of a zone that is not the reader's, to write it beside a time there; null for the reader's own; see SHELL-28. */
export function otherZoneOf(own: string | undefined, zone: string | null | undefined): string | null {
  const there = zone == null ? undefined : known(zone);
  return there === undefined || there === (known(own) ?? browserZone()) ? null : there;
}

/** `otherZoneOf` for the reader. */
export function useOtherZone(): (zone: string | null | undefined) => string | null {
  const own = useContext(TimeZone);
  return (zone) => otherZoneOf(own, zone);
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
      return other === null ? text : `${text} (${other})`;
    },
    [locale, own],
  );
}
