import { useMemo } from 'react';
import { useLocale } from '../../lib/i18n.ts';
import { CLOCK } from '../../lib/times.ts';
import { utcOf } from './recurrence/local-time.ts';

/** 1970-01-05 was a Monday. */
const weekdayDate = (day: number): Date => new Date(Date.UTC(1970, 0, 4 + day));

/** Formatters of wall-clock times (`2026-11-23T08:00`) and dates for the language of the console. */
export function useLocalTimes() {
  const locale = useLocale();
  return useMemo(() => {
    const writer = (style: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
      return (local: string): string => format.format(utcOf(local));
    };
    const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
    const long = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    return {
      /** Mon, Nov 23 */
      day: writer({ weekday: 'short', day: 'numeric', month: 'short' }),
      /** Monday, November 23, 2026 */
      longDay: writer({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
      /** Nov 23, 2026 */
      date: writer({ dateStyle: 'medium' }),
      /** 08:00 */
      time: writer({ timeStyle: 'short', ...CLOCK }),
      /** Mon, Nov 23, 2026, 08:00 */
      moment: writer({
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        ...CLOCK,
      }),
      /** November 2026 */
      month: writer({ month: 'long', year: 'numeric' }),
      /** @param day 1 is Monday */
      weekday: (day: number, style: 'short' | 'long' = 'short'): string =>
        (style === 'short' ? short : long).format(weekdayDate(day)),
    };
  }, [locale]);
}
