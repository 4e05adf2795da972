import { PROGRAMME_DAYS } from '@belfry/schemas/domain/announcements';
import {
  DAY_MS,
  MINUTE_MS,
  occurrencesBetween,
  recurrenceOf,
  toInstant,
  toLocal,
  type Holidays,
  type LocalMs,
  type ScheduleRow,
} from '../../schedules/index.ts';

/** One occurrence of a schedule in one zone; instants are milliseconds since 1970. */
export type Occurrence = { local: LocalMs; at: number; until: number };
export type Range = { from: number; to: number };

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

/** Expands schedules, each once per zone. */
export function createExpansion(range: Range, holidays: Holidays): (row: ScheduleRow, zone: string) => Occurrence[] {
  const known = new Map<string, Occurrence[]>();
  return (row, zone) => {
    const key = `${row.id} ${zone}`;
    const found = known.get(key) ?? expandSchedule(row, zone, range, holidays);
    known.set(key, found);
    return found;
  };
}

/** The occurrences that touch a range, by time. Those that had ended before the schedule was changed last are left out. */
export function expandSchedule(row: ScheduleRow, zone: string, range: Range, holidays: Holidays): Occurrence[] {
  const lengthMs = (row.duration_minutes ?? 0) * MINUTE_MS;
  // A day more on both sides, because the offset of the zone may change.
  const first = toLocal(range.from, zone) - lengthMs - DAY_MS;
  const times = occurrencesBetween(recurrenceOf(row, holidays), first, toLocal(range.to, zone) + DAY_MS);
  const since = row.updated_at.getTime() - BEFORE_EDIT_MS;
  return times
    .map((local) => ({ local, at: toInstant(local, zone), until: toInstant(local + lengthMs, zone) }))
    .filter(
      ({ at, until }) => at < range.to && (lengthMs === 0 ? at >= range.from : until > range.from) && until >= since,
    );
}
