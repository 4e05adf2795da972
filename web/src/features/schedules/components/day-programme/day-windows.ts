import type { DayWindow } from '../../api/day-programme-api.ts';

const DAY_MINUTES = 1_440;

/** `07:30` → 450; `24:00` → 1440 */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
/** Where a time is in a day, from 0 to 1. */
export const shareOf = (time: string): number => minutesOf(time) / DAY_MINUTES;

/** The field of a time has no 24:00, so that midnight as an end is that of the day. */
export const endOfField = (time: string): string => (time === '00:00' ? '24:00' : time);
export const fieldOfEnd = (time: string): string => (time === '24:00' ? '00:00' : time);

/** The first other window that is on at the same time on one of its days; null: none. */
export function overlapOf(window: DayWindow, others: readonly DayWindow[]): DayWindow | null {
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  return (
    others.find(
      (other) =>
        other.days.some((day) => window.days.includes(day)) && minutesOf(other.from) < to && from < minutesOf(other.to),
    ) ?? null
  );
}

/** What a window still lacks, as a key of the texts. */
export function problemOf({ days, from, to, playlist_id, station_id }: DayWindow) {
  if (days.length === 0) return 'days';
  if (from === '' || to === '' || minutesOf(from) >= minutesOf(to)) return 'times';
  return playlist_id === null && station_id === null ? 'content' : null;
}

export const NEW_WINDOW: DayWindow = {
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '18:00',
  playlist_id: null,
  station_id: null,
  volume: null,
};

/** By their start, then by their first day. */
export const sortedWindows = (windows: readonly DayWindow[]): DayWindow[] =>
  windows.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from) || Math.min(...a.days) - Math.min(...b.days));
