import { z } from 'zod';
import { LOCAL_KEYS, readLocal } from './storage.ts';

/** How people who have chosen this language for their browser write times, and on which day their week begins. */
export function habitsOf(language: string): { hourCycle: 'h12' | 'h23'; firstDay: number } {
  try {
    const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
    const week = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
    return {
      hourCycle: hourCycle === 'h11' || hourCycle === 'h12' ? 'h12' : 'h23',
      // Older browsers do not tell it.
      firstDay: week.getWeekInfo?.().firstDay ?? 1,
    };
  } catch {
    // No language, or none that is one.
    return { hourCycle: 'h23', firstDay: 1 };
  }
}

/** `auto`: as the browser writes times. */
export const CLOCKS = ['auto', 'h12', 'h23'] as const;
export type Clock = (typeof CLOCKS)[number];

/** What somebody has chosen in this browser; see SHELL-28. */
export const readClock = (): Clock => readLocal(LOCAL_KEYS.clock, z.enum(CLOCKS)) ?? 'auto';

const browser = habitsOf(globalThis.navigator?.language ?? '');
const clock = readClock();
/** Languages of the console in which nobody writes AM and PM, whatever the browser does. */
const OF_24_HOURS = new Set(['de', 'ru']);
/** How times are written: as the person has chosen, else as the browser writes them where the language of the console has such a clock; see SHELL-28. */
export const clockIn = (locale: string): { hourCycle: 'h12' | 'h23' } => ({
  hourCycle: clock === 'auto' ? (OF_24_HOURS.has(locale) ? 'h23' : browser.hourCycle) : clock,
});

/** Chromium says `en-US@posix` where the system has no language. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * In which order dates are written: by the language of the console and, where the browser speaks the same language, by its region: an American reads
 * Nov 21, 2026 and 11/21/2026, a Briton 21 Nov 2026 and 21/11/2026. English in a browser of another language puts the day first, as most of the world does.
 */
export function dateLocale(locale: string): string {
  const language = globalThis.navigator?.language ?? '';
  const isSame = language.split('-')[0] === locale && isLanguage(language);
  if (isSame) return language;
  return locale === 'en' ? 'en-GB' : locale;
}

/** Of this browser; 1 is Monday. */
export const FIRST_DAY = browser.firstDay;

/** The weekdays, 1 for Monday, from the first day of the week on. */
export const WEEK: readonly number[] = [0, 1, 2, 3, 4, 5, 6].map((after) => ((FIRST_DAY - 1 + after) % 7) + 1);
