import type { DayProgramme } from '@belfry/schemas/http/day-programme';

type DayWindow = DayProgramme['windows'][number];

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The first two windows that overlap, in the week that follows from their days; null if none do. */
export function findOverlap(windows: readonly DayWindow[]): [DayWindow, DayWindow] | null {
  const week = 7 * 24 * 60;
  const spans = windows.flatMap((window) =>
    window.days.map((day) => {
      const start = (day - 1) * 24 * 60 + minutesOf(window.from);
      const length = minutesOf(window.to) - minutesOf(window.from);
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
