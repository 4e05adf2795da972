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
/** Those of this browser; `firstDay` 1 is Monday. */
export const HABITS = { ...browser, hourCycle: clock === 'auto' ? browser.hourCycle : clock };

/** The weekdays, 1 for Monday, from the first day of the week on. */
export const WEEK: readonly number[] = [0, 1, 2, 3, 4, 5, 6].map((after) => ((HABITS.firstDay - 1 + after) % 7) + 1);
