import { fieldError } from '../../errors.ts';
import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { findPlaces } from '../places/index.ts';
import {
  DAY_MS,
  findHolidays,
  findSchedules,
  localText,
  mapYielding,
  MINUTE_MS,
  occurrencesBetween,
  recurrenceOf,
  runIdOf,
  toLocalMs,
  type ScheduleRow,
} from '../schedules/index.ts';
import { findStructure } from './compile/inputs.repository.ts';
import { createAncestors, createMatcher } from './compile/target-matcher.ts';

const DAYS_MAX = 42;
const PER_SCHEDULE = 1_000;
const OCCURRENCES_MAX = 5_000;

type Query = { from: string; to: string; company_id?: number | undefined };

/** The occurrences of an owner's schedules in local time, by time; with a node, of those that it or one below hears. */
export async function readCalendar(
  db: Kysely<Database>,
  ownerId: number,
  { from, to, company_id }: Query,
): Promise<Occurrence[]> {
  const [start, end] = [toLocalMs(from), toLocalMs(to)];
  if (!(end > start) || end - start > DAYS_MAX * DAY_MS)
    throw fieldError('invalid_input', 'to', `A calendar has 1 to ${DAYS_MAX} days`);
  const own = await findSchedules(db, ownerId);
  const rows = company_id === undefined ? own : await heardAt(db, ownerId, company_id, own);
  const holidays = await findHolidays(
    db,
    rows.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  const ofEach = await mapYielding(rows, (row) => {
    const lengthMs = (row.duration_minutes ?? 0) * MINUTE_MS;
    return occurrencesBetween(recurrenceOf(row, holidays), start - lengthMs, end, PER_SCHEDULE)
      .filter((at) => at >= start || at + lengthMs > start)
      .slice(0, PER_SCHEDULE)
      .map((at) => toOccurrence(row, at, lengthMs));
  });
  const occurrences = ofEach.flat();
  return occurrences.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).slice(0, OCCURRENCES_MAX);
}

const toOccurrence = (row: ScheduleRow, at: number, lengthMs: number): Occurrence => ({
  schedule_id: row.id,
  name: row.name,
  type: row.action.type,
  at: localText(at),
  until: lengthMs === 0 ? null : localText(at + lengthMs),
  enabled: row.enabled,
  recurring: row.rrule !== null,
  run_id: runIdOf(row.id, at),
});

async function heardAt(
  db: Kysely<Database>,
  ownerId: number,
  node: number,
  rows: readonly ScheduleRow[],
): Promise<ScheduleRow[]> {
  const structure = await findStructure(db, ownerId);
  const ancestorsOf = createAncestors(structure);
  const places = await findPlaces(db, { userIds: [ownerId] });
  const sites = [
    { company_id: node, serial: null },
    ...places.filter(({ company_id }) => ancestorsOf(company_id).includes(node)),
  ];
  return rows.filter((row) => sites.some(createMatcher(row.targets, structure, ancestorsOf)));
}
