import { minutesOfDay } from '@belfry/schemas/domain/time-of-day';
import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { DAY_MS, MINUTE_MS, toInstant, toLocal } from '../../../../recurrence/local-time.ts';

export type DayWindow = DayProgramme['windows'][number];
type Range = { from: number; to: number };

/** 1 is Monday. */
const weekdayOf = (localDay: number): number => new Date(localDay).getUTCDay() || 7;

/** The windows of a day programme in a zone that touch a range of instants, by time. An end that is not after its start is on the next day. */
export function expandDayWindows(
  windows: readonly DayWindow[],
  zone: string,
  { from, to }: Range,
): { window: DayWindow; from: number; until: number }[] {
  const firstDay = Math.floor(toLocal(from, zone) / DAY_MS) * DAY_MS - DAY_MS;
  const lastDay = toLocal(to, zone);
  const expanded: { window: DayWindow; from: number; until: number }[] = [];
  for (let day = firstDay; day <= lastDay; day += DAY_MS) {
    for (const window of windows) {
      if (!window.days.includes(weekdayOf(day))) continue;
      const [start, end] = [minutesOfDay(window.from), minutesOfDay(window.to)];
      const begin = toInstant(day + start * MINUTE_MS, zone);
      const until = toInstant(day + end * MINUTE_MS + (end > start ? 0 : DAY_MS), zone);
      if (until > from && begin < to && until > begin) expanded.push({ window, from: begin, until });
    }
  }
  expanded.sort((a, b) => a.from - b.from);
  return expanded.map(({ window, from: begin, until }, index) => ({
    window,
    from: begin,
    until: Math.min(until, expanded[index + 1]?.from ?? Infinity),
  }));
}
