import { minutesOfDay } from '@belfry/schemas/domain/time-of-day';
import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';

type DayWindow = DayProgramme['windows'][number];

/** The first two windows that overlap, in the week that follows from their days; null if none do. */
export function findOverlap(windows: readonly DayWindow[]): [DayWindow, DayWindow] | null {
  const week = 7 * 24 * 60;
  const spans = windows.flatMap((window) =>
    window.days.map((day) => {
      const start = (day - 1) * 24 * 60 + minutesOfDay(window.from);
      const length = minutesOfDay(window.to) - minutesOfDay(window.from);
      return { window, start, length: length > 0 ? length : length + 24 * 60 };
    }),
  );
  for (const [index, a] of spans.entries()) {
    for (const b of spans.slice(index + 1)) {
      const apart = (b.start - a.start + week) % week;
      if (apart < a.length || (week - apart) % week < b.length) return [a.window, b.window];
    }
  }
  return null;
}
