import { secondsOfDay } from '@belfry/schemas/domain/time-of-day';
import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { type Kysely, sql } from 'kysely';
import { nodeOfCompany, ownedBy } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';
import { bellDayOf, datesBetween, type StoredTimetable } from '../../../recurrence/bell-day.ts';
import { runIdOfTimetable } from '../../../recurrence/bell-ids.ts';
import { localText, toLocalMs } from '../../../recurrence/local-time.ts';
import { runIdOf } from '../../../recurrence/run-id.ts';
import { findBellInputs } from '../../bells/index.ts';
import { findHolidays } from '../../holidays/index.ts';
import { createBellFinder } from './compile/bells.ts';
import { createAncestors } from './compile/group-places.ts';
import { findStructure } from './compile/inputs.repository.ts';

type Asked = {
  ownerId: number;
  visible: VisibleOwners;
  node: number | null;
  from: string;
  to: string;
};

/**
 * The bells of an owner's places that the caller reads, in local time; what several places ring at the same local time is one. They come from the
 * days of nodes, as programmes do.
 */
export async function bellsBetween(
  db: Kysely<Database>,
  { ownerId, visible, node, from, to }: Asked,
): Promise<Occurrence[]> {
  const bells = await findBellInputs(db, ownerId, { from: toLocalMs(from), to: toLocalMs(to) });
  if (bells.timetables.size === 0 || bells.places.size === 0) return [];
  const ancestorsOf = createAncestors(await findStructure(db, ownerId));
  const findBells = createBellFinder(bells, ancestorsOf);
  const holidays = await findHolidays(
    db,
    [...bells.places.values()].map(({ week }) => week?.holiday_calendar_id ?? null),
  );
  const { rows } = await sql<{ company_id: number }>`
    select c.company_id from companies c
    where c.user_id = ${ownerId}::int and ${ownedBy(visible, 'c.user_id', nodeOfCompany('c'))}`.execute(db);
  const nodes = rows
    .map(({ company_id }) => company_id)
    .filter((id) => node === null || ancestorsOf(id).includes(node));
  const places = new Map((await mapYielding(nodes, findBells)).map((place) => [place.number, place]));
  const rung = new Map<string, { timetable: StoredTimetable; date: string }>();
  const dates = datesBetween(from, to);
  await mapYielding([...places.values()], ({ chain }) => {
    for (const date of dates) {
      const timetable = bells.timetables.get(bellDayOf(chain, date, bells, holidays).timetable_id ?? 0);
      if (timetable) rung.set(`${timetable.id} ${date}`, { timetable, date });
    }
  });
  return (await mapYielding([...rung.values()], occurrencesOf)).flat();
}

function occurrencesOf({ timetable, date }: { timetable: StoredTimetable; date: string }): Occurrence[] {
  const schedule_id = runIdOfTimetable(timetable.id);
  return timetable.bells.map(({ at: time, label }) => {
    const local = toLocalMs(date) + secondsOfDay(time) * 1_000;
    return {
      schedule_id,
      name: label === '' ? timetable.name : `${timetable.name}: ${label}`,
      type: 'bells',
      at: localText(local),
      until: null,
      enabled: true,
      recurring: true,
      run_id: runIdOf(schedule_id, local),
    };
  });
}
