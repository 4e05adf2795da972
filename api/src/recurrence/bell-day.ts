import type { BellDay, BellWeek } from '@belfry/schemas/http/bells/bells';
import type { Bell } from '@belfry/schemas/http/bells/timetables';
import type { Holidays } from './expand.ts';
import { DAY_MS, dateText, type LocalMs, toLocalMs } from './local-time.ts';

/** `updated_at` is in milliseconds since 1970. */
export type StoredTimetable = {
  id: number;
  name: string;
  volume: number | null;
  bells: readonly Bell[];
  updated_at: number;
};

export type BellPlace = {
  week: BellWeek | null;
  changed_at: number;
  silence: { from: number; until: number } | null;
  /** Bells by their local time: when they ring instead, null where they do not. */
  exceptions: ReadonlyMap<LocalMs, LocalMs | null>;
};

/** Instants are milliseconds since 1970. */
export type BellInputs = {
  timetables: ReadonlyMap<number, StoredTimetable>;
  /** The nodes with bells of their own; `week` is null where they inherit it. */
  places: ReadonlyMap<number, BellPlace>;
  /** The painted days of the range, by node and date. */
  days: ReadonlyMap<number, ReadonlyMap<string, number | null>>;
};

export const NO_BELLS: BellInputs = { timetables: new Map(), places: new Map(), days: new Map() };

/** From 0, which is Monday. */
const weekdayOf = (date: string): number => (new Date(toLocalMs(date)).getUTCDay() + 6) % 7;

export function weekOf(
  chain: readonly number[],
  { places }: Pick<BellInputs, 'places'>,
): { week: BellWeek; source: number } | null {
  for (const source of chain) {
    const week = places.get(source)?.week;
    if (week) return { week, source };
  }
  return null;
}

/**
 * Which timetable rings on a date: what the nearest node has painted, otherwise that of holidays, otherwise that of the weekday.
 * @param chain the node and those above it, from it upwards
 */
export function bellDayOf(
  chain: readonly number[],
  date: string,
  bells: Pick<BellInputs, 'places' | 'days'>,
  holidays: Holidays,
): BellDay {
  for (const source of chain) {
    const painted = bells.days.get(source)?.get(date);
    if (painted !== undefined) return { date, timetable_id: painted, origin: 'painted', source_company_id: source };
  }
  const current = weekOf(chain, bells);
  if (!current) return { date, timetable_id: null, origin: 'none', source_company_id: null };
  const { week, source } = current;
  const isHoliday = week.holiday_calendar_id !== null && holidays.get(week.holiday_calendar_id)?.has(date) === true;
  return {
    date,
    timetable_id: isHoliday ? week.holiday_timetable_id : (week.weekdays[weekdayOf(date)] ?? null),
    origin: isHoliday ? 'holiday' : 'weekday',
    source_company_id: source,
  };
}

/** The dates in [from, to). */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  const end = toLocalMs(to);
  for (let day = toLocalMs(from); day < end; day += DAY_MS) dates.push(dateText(day));
  return dates;
}

/**
 * The first day after the first of these with which an exception to the week begins or ends. Days on which the week has no bells anyway, and
 * that nobody has painted, change nothing.
 * @param days by date
 */
export function nextChangeOf(
  days: readonly BellDay[],
  week: BellWeek | null,
): { date: string; timetable_id: number | null } | null {
  const usualOf = ({ date }: BellDay): number | null => week?.weekdays[weekdayOf(date)] ?? null;
  const stateOf = (day: BellDay): string =>
    day.timetable_id === usualOf(day) ? 'usual' : String(day.timetable_id ?? 'none');
  const [today, ...coming] = days;
  if (!today) return null;
  let state = stateOf(today);
  for (const day of coming) {
    if (day.timetable_id === null && usualOf(day) === null) continue;
    const next = stateOf(day);
    if (next !== state) return { date: day.date, timetable_id: day.timetable_id };
    state = next;
  }
  return null;
}
