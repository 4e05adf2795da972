import { secondsOfDay } from '@belfry/schemas/domain/time-of-day';
import { OCCURRENCE_PLACES_MAX, type Occurrence } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { bellDayOf, datesBetween, type StoredTimetable } from '../../../recurrence/bell-day.ts';
import { runIdOfTimetable } from '../../../recurrence/bell-ids.ts';
import { type LocalMs, localText, toLocalMs } from '../../../recurrence/local-time.ts';
import { runIdOf } from '../../../recurrence/run-id.ts';
import { findBellInputs } from '../../bells/index.ts';
import { findHolidays } from '../../holidays/index.ts';
import type { CalendarPlaces } from './calendar-places.ts';
import { createBellFinder, ringsAt } from './compile/bells.ts';

/** What rings a timetable on a date: nodes with bells of their own, each with those above it, from it upwards. */
type Rung = { timetable: StoredTimetable; date: string; chains: (readonly number[])[] };

/**
 * The bells of an owner's places that the caller reads, in local time; what several places ring at the same local time is one. They come from the
 * days of nodes, as programmes do.
 */
export async function bellsBetween(
  db: Kysely<Database>,
  { ownerId, node, nodes, ancestorsOf }: CalendarPlaces,
  { from, to }: { from: string; to: string },
): Promise<Occurrence[]> {
  const bells = await findBellInputs(db, ownerId, { from: toLocalMs(from), to: toLocalMs(to) });
  if (bells.timetables.size === 0 || bells.places.size === 0) return [];
  const findBells = createBellFinder(bells, ancestorsOf);
  const holidays = await findHolidays(
    db,
    [...bells.places.values()].map(({ week }) => week?.holiday_calendar_id ?? null),
  );
  const places = new Map((await mapYielding(nodes, findBells)).map((place) => [place.number, place]));
  const rung = new Map<string, Rung>();
  const dates = datesBetween(from, to);
  await mapYielding([...places.values()], ({ chain }) => {
    for (const date of dates) {
      const timetable = bells.timetables.get(bellDayOf(chain, date, bells, holidays).timetable_id ?? 0);
      if (!timetable) continue;
      const key = `${timetable.id} ${date}`;
      const entry = rung.get(key) ?? { timetable, date, chains: [] };
      entry.chains.push(chain);
      rung.set(key, entry);
    }
  });
  const above = new Set(ancestorsOf(node));
  const excepted = new Set([...bells.places.values()].flatMap(({ exceptions }) => Array.from(exceptions.keys())));
  const occurrences = await mapYielding([...rung.values()], ({ timetable, date, chains }) => {
    // A skip at a node is one below it too.
    const first = new Set(chains.map(([own = 0]) => (node !== null && above.has(own) ? node : own)));
    const ringing = [...first].filter(
      (own) =>
        !ancestorsOf(own)
          .slice(1)
          .some((each) => first.has(each)),
    );
    return timetable.bells.flatMap(({ at: time, label }): Occurrence[] => {
      const local = toLocalMs(date) + secondsOfDay(time) * 1_000;
      const schedule_id = runIdOfTimetable(timetable.id);
      const rings = (
        at: LocalMs,
        fields: Pick<Occurrence, 'skipped' | 'moved_from'>,
        at_nodes: readonly number[],
      ): Occurrence => ({
        schedule_id,
        name: label === '' ? timetable.name : `${timetable.name}: ${label}`,
        type: 'bells',
        at: localText(at),
        until: null,
        enabled: true,
        recurring: true,
        company_ids: at_nodes.slice(0, OCCURRENCE_PLACES_MAX),
        run_id: runIdOf(schedule_id, at),
        ...fields,
      });
      if (!excepted.has(local)) return [rings(local, { skipped: false }, ringing)];
      const byTime = Map.groupBy(chains, (chain) => ringsAt(chain, local, bells));
      const except = (all: readonly (readonly number[])[]): number[] => [
        ...new Set(all.flatMap((chain) => chain.filter((node) => bells.places.get(node)?.exceptions.has(local)))),
      ];
      return [...byTime].flatMap(([at, all]): Occurrence[] => {
        if (at === local) return [rings(local, { skipped: false }, ringing)];
        // Where it rings at some of the places it is no skip.
        if (at === null) return byTime.has(local) ? [] : [rings(local, { skipped: true }, except(all))];
        return [rings(at, { skipped: false, moved_from: localText(local) }, except(all))];
      });
    });
  });
  return occurrences.flat();
}
