import { DAY_PROGRAMME_TYPE, OCCURRENCE_PLACES_MAX, type Occurrence } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { datesBetween } from '../../../recurrence/bell-day.ts';
import { DAY_MS, localText, toLocalMs } from '../../../recurrence/local-time.ts';
import { uuidOf } from '../../../recurrence/run-id.ts';
import type { CalendarPlaces } from './calendar-places.ts';
import { findPlayableProgrammes, type NamedWindow } from './day-programme.repository.ts';

type Day = { date: string; weekday: number };
const SUNDAY = 7;

/** The music of the day programmes of an owner's places, in local time; what several nodes play at the same local time is one. */
export async function musicBetween(
  db: Kysely<Database>,
  { ownerId, nodes, ancestorsOf }: CalendarPlaces,
  { from, to }: { from: string; to: string },
): Promise<Occurrence[]> {
  const programmes = await findPlayableProgrammes(db, ownerId);
  if (programmes.size === 0) return [];
  const sources = new Set<number>();
  await mapYielding(nodes, (node) => {
    const source = ancestorsOf(node).find((above) => programmes.has(above));
    if (source !== undefined) sources.add(source);
  });
  const days = datesBetween(from, to).map((date): Day => ({
    date,
    weekday: new Date(toLocalMs(date)).getUTCDay() || SUNDAY,
  }));
  const played = new Map<string, Occurrence>();
  await mapYielding([...sources], (source) => {
    for (const window of programmes.get(source) ?? []) {
      for (const day of days) {
        if (!window.days.includes(day.weekday)) continue;
        const occurrence = occurrenceOf(window, day.date);
        const entry = played.get(occurrence.run_id) ?? occurrence;
        if (entry.company_ids.length < OCCURRENCE_PLACES_MAX) entry.company_ids.push(source);
        played.set(occurrence.run_id, entry);
      }
    }
  });
  return [...played.values()];
}

function occurrenceOf({ name, playlist_id, station_id, from, to }: NamedWindow, date: string): Occurrence {
  const ends = toLocalMs(`${date}T00:00`) + (to === '24:00' ? DAY_MS : toLocalMs(`1970-01-01T${to}`));
  return {
    schedule_id: 0,
    name,
    type: DAY_PROGRAMME_TYPE,
    at: localText(toLocalMs(`${date}T${from}`)),
    until: localText(to > from ? ends : ends + DAY_MS),
    enabled: true,
    recurring: true,
    skipped: false,
    company_ids: [],
    run_id: uuidOf(`day-programme:${playlist_id}:${station_id}:${date}T${from}:${to}`),
  };
}
