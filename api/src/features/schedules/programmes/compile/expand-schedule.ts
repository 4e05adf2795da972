import { PROGRAMME_DAYS } from '@belfry/schemas/domain/announcements';
import type { Spending } from '../../../../recurrence/budget.ts';
import { expandInZones, type Occurrence, type Range } from '../../../../recurrence/expand-in-zone.ts';
import { DAY_MS, MINUTE_MS } from '../../../../recurrence/local-time.ts';
import { recurrenceOf, type Holidays } from '../../../../recurrence/recurrence-of.ts';
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

/** The occurrences of a schedule in a zone. */
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
  const known = new Map<number, ReadonlyMap<string, Occurrence[]>>();
  return (row, zone) => {
    const found =
      known.get(row.id) ?? expandSchedule(row, [...(zones.get(row.id) ?? [zone])], range, { holidays, spending });
    known.set(row.id, found);
    return found.get(zone) ?? [];
  };
}

/** The occurrences that touch a range, by time, in each zone. Those that had ended before the schedule was changed last are left out. */
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
