import { createContext, useContext, useMemo } from 'react';
import { useLocale } from '../i18n.ts';

/** Formatters of instants, which are ISO 8601 or milliseconds. */
export type Times = {
  /** Nov 20, 2026, 7:18:00 PM */
  moment: (at: string | number) => string;
  /** Nov 20, 2026 */
  day: (at: string | number) => string;
  /** 7:18 PM */
  time: (at: string | number) => string;
};

/** The IANA name of the signed-in user's time zone; undefined: that of the browser. */
export const TimeZone = createContext<string | undefined>(undefined);

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
    moment: writer({ dateStyle: 'medium', timeStyle: 'medium' }),
    day: writer({ dateStyle: 'medium' }),
    time: writer({ timeStyle: 'short' }),
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

/**
 * Writes an instant by the wall clock of a place, with the zone where it is not that of the user. A place whose zone is not known is written
 * in the zone of the user.
 */
export function useZonedTimes(): (at: string | number, zone: string | null) => string {
  const [locale, own] = [useLocale(), useContext(TimeZone)];
  return useMemo(() => {
    const ownZone = known(own) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return (at, zone) => {
      const text = timesIn(locale, zone ?? own).moment(at);
      return zone === null || known(zone) === ownZone ? text : `${text} (${zone})`;
    };
  }, [locale, own]);
}
