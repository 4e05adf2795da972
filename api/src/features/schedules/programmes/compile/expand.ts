import { PROGRAMME_DAYS } from '@belfry/schemas/domain/announcements';
import { minutesOfDay } from '@belfry/schemas/domain/time-of-day';
import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { PriorityHeap } from '../../../../lib/priority-heap.ts';
import {
  expandInZones,
  recurrenceOf,
  type Spending,
  type Occurrence,
  type Range,
  type Holidays,
} from '../../../../recurrence/expand.ts';
import { DAY_MS, MINUTE_MS, toInstant, toLocal } from '../../../../recurrence/local-time.ts';
import type { ScheduleRow } from '../../index.ts';

/** An edit does not repeat what was before it; a run that is just beginning counts as well. */
const BEFORE_EDIT_MS = 60_000;

/** The next day is added so long before it begins in UTC, and reaches all devices by then; see SCHED-18. */
export const ROLLOVER_MS = 6 * 3_600_000;

/**
 * Whole days, so that a programme changes once a day and not with each compilation. At least seven are ahead, and one is
 * behind, for runs that are played late.
 */
export function rangeAt(now: number): Range {
  const day = Math.floor((now + ROLLOVER_MS) / DAY_MS) * DAY_MS;
  return { from: day - 2 * DAY_MS, to: day + (PROGRAMME_DAYS + 1) * DAY_MS };
}

/** When the last day of a range was added; the range is the same for a day from then on. */
export const rolloverOf = ({ from }: Range): number => from + 2 * DAY_MS - ROLLOVER_MS;

export type Expansion = (row: ScheduleRow, zone: string) => readonly Occurrence[];

/**
 * Expands schedules once for all zones in which they are needed. `zones` are those of each schedule by its id. Throws BudgetError when the
 * budget of all of them is used up.
 */
export function createExpansion(
  range: Range,
  holidays: Holidays,
  zones: ReadonlyMap<number, ReadonlySet<string>>,
  spending: Spending,
): Expansion {
  const byRow = new Map<number, ReadonlyMap<string, Occurrence[]>>();
  return (row, zone) => {
    const byZone =
      byRow.get(row.id) ?? expandSchedule(row, [...(zones.get(row.id) ?? [zone])], range, { holidays, spending });
    byRow.set(row.id, byZone);
    return byZone.get(zone) ?? [];
  };
}

/** Occurrences that had ended before the schedule was changed last are left out. */
export const expandSchedule = (
  row: ScheduleRow,
  zones: readonly string[],
  range: Range,
  { holidays, spending }: { holidays: Holidays; spending: Spending },
): Map<string, Occurrence[]> =>
  expandInZones(
    {
      recurrence: recurrenceOf(row, holidays),
      lengthMs: (row.duration_minutes ?? 0) * MINUTE_MS,
      since: row.updated_at.getTime() - BEFORE_EDIT_MS,
    },
    zones,
    range,
    spending,
  );

export type DayWindow = DayProgramme['windows'][number];

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

/** A time span with music, radio or silence, in milliseconds since 1970. */
export type Span = { at: number; until: number; priority: number; schedule_id: number; local: number };

/**
 * Divides spans that overlap into parts that do not: at each instant the one with the highest priority counts, among equal
 * ones the one that began last. The parts are ordered by time; `part` counts those of one span from 0.
 */
export function resolveOverlaps<T extends Span>(spans: readonly T[]): (T & { part: number })[] {
  const sorted = spans.filter(({ at, until }) => until > at).sort((a, b) => a.at - b.at);
  const times = [...new Set(sorted.flatMap(({ at, until }) => [at, until]))].sort((a, b) => a - b);
  const parts: { span: T; at: number; until: number }[] = [];
  /** Those that have begun, the one that counts first; what is below it may be over. */
  const open = new PriorityHeap<{ span: T; order: number }>((a, b) => isAbove(a.span, b.span, b.order - a.order));
  let next = 0;
  for (const [index, at] of times.entries()) {
    for (let span = sorted[next]; span && span.at === at; span = sorted[next]) {
      open.add({ span, order: next });
      next += 1;
    }
    while ((open.first()?.span.until ?? Infinity) <= at) open.removeFirst();
    const winner = open.first()?.span;
    const until = times[index + 1];
    if (!winner || until === undefined) continue;
    const last = parts.at(-1);
    if (last?.span === winner && last.until === at) last.until = until;
    else parts.push({ span: winner, at, until });
  }
  return numbered(parts);
}

/** @param otherwise positive: `a` is above `b` if they are equal in all else */
function isAbove(a: Span, b: Span, otherwise: number): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.at !== b.at) return a.at > b.at;
  return a.schedule_id === b.schedule_id ? otherwise > 0 : a.schedule_id > b.schedule_id;
}

function numbered<T extends Span>(parts: readonly { span: T; at: number; until: number }[]): (T & { part: number })[] {
  const counts = new Map<T, number>();
  return parts.map(({ span, at, until }) => {
    const part = counts.get(span) ?? 0;
    counts.set(span, part + 1);
    return { ...span, at, until, part };
  });
}
