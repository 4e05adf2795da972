import { addDays, weekdayOf } from '../../recurrence/local-time.ts';

export const CALENDAR_VIEWS = ['week', 'month', 'agenda'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The most that one request may span, which a month with its neighbours' days fills. */
const MONTH_DAYS = 42;
const DAYS: Record<CalendarView, number> = { week: 7, month: MONTH_DAYS, agenda: 14 };

const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));
const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;

/** The dates that a view shows; `to` is exclusive. Weeks begin on Monday. */
export function rangeOf(view: CalendarView, date: string): { from: string; to: string } {
  const from = view === 'agenda' ? date : mondayOf(view === 'month' ? firstOfMonth(date) : date);
  return { from, to: addDays(from, DAYS[view]) };
}

/** The date of the view before (-1) or after (1). */
export function stepOf(view: CalendarView, date: string, step: 1 | -1): string {
  if (view !== 'month') return addDays(date, step * DAYS[view]);
  const [year = 0, month = 0] = date.split('-').map(Number);
  const months = year * 12 + month - 1 + step;
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(months / 12)}-${pad((months % 12) + 1)}-01`;
}
