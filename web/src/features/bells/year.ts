import type { BellDay } from '@belfry/schemas/http/bells/bells';
import { addDays, weekdayOf } from '../../lib/local-time.ts';

/** `2026-11-23` → `2026-11-01` */
export const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;

/** The first day of a month so many months later. @param month its first day */
export function addMonths(month: string, count: number): string {
  const total = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}-01`;
}

const MONTHS = 12;
export type Month = { first: string; weeks: (BellDay | null)[][] };

/** Twelve months, each in weeks from Monday on; null: a day of another month. */
export function monthsOf(from: string, days: ReadonlyMap<string, BellDay>): Month[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = addMonths(from, index);
    const end = addMonths(from, index + 1);
    const weeks: (BellDay | null)[][] = [];
    for (let monday = addDays(first, 1 - weekdayOf(first)); monday < end; monday = addDays(monday, 7)) {
      weeks.push(
        Array.from({ length: 7 }, (_day, weekday) => {
          const date = addDays(monday, weekday);
          return date < first || date >= end ? null : (days.get(date) ?? null);
        }),
      );
    }
    return { first, weeks };
  });
}

/** The day to which a key moves; undefined for other keys. Days stay in [from, to). */
export function movedBy(key: string, date: string, { from, to }: { from: string; to: string }): string | undefined {
  const moves: Record<string, () => string> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => addDays(date, 1 - weekdayOf(date)),
    End: () => addDays(date, 7 - weekdayOf(date)),
    PageUp: () => addDays(date, -28),
    PageDown: () => addDays(date, 28),
  };
  const moved = moves[key]?.();
  if (moved === undefined) return undefined;
  if (moved < from) return from;
  return moved >= to ? addDays(to, -1) : moved;
}

export const rangeOf = (a: string, b: string): { from: string; to: string } =>
  a <= b ? { from: a, to: b } : { from: b, to: a };
