import { withoutLinks } from '@belfry/schemas/domain/without-links';
import { findPlaces, type Place } from '../../places/index.ts';
import { findResponsible } from '../../responsible-people/index.ts';
import { queueNotices } from '../../outbox/index.ts';
import type { ScheduleRow } from '../../schedules/index.ts';
import { findSilentDevices } from '../tasks.repository.ts';
import { missedTexts } from './missed-texts.ts';
import type { Work } from './run-task.ts';

type Person = { name: string; email: string | null; phone: string | null; language: string };
/** Each message names so many places. */
const PLACES_NAMED = 20;

/** Writes to the responsible people of the places that have not begun a run, one mail and one SMS to each person; see ANN-9. */
export const notifyMissed: Work = async ({ config, jobs }, trx, schedule, task) => {
  const serials = await findSilentDevices(trx, task);
  if (serials.length === 0) return;
  const places = await findPlaces(trx, { serials });
  const nodes = [...new Set(places.flatMap(({ company_id }) => company_id ?? []))];
  const responsible = await findResponsible(trx, nodes);
  const byPerson = new Map<string, { person: Person; places: Place[] }>();
  for (const place of places) {
    for (const person of responsible.get(place.company_id ?? 0)?.people ?? []) {
      const key = JSON.stringify([person.email, person.phone]);
      const entry = byPerson.get(key) ?? { person, places: [] };
      entry.places.push(place);
      byPerson.set(key, entry);
    }
  }
  const notices = [...byPerson.values()].map((entry) => noticeTo(entry, schedule, task.at));
  await queueNotices(trx, { config, jobs }, schedule.user_id, notices);
};

function noticeTo({ person, places }: { person: Person; places: Place[] }, schedule: ScheduleRow, at: Date) {
  const zone = places[0]?.time_zone ?? 'UTC';
  const names = places.slice(0, PLACES_NAMED).map(({ path, name, time_zone }) => {
    const full = withoutLinks(path === '' ? name : `${path} / ${name}`);
    // At the same instant, but perhaps not by the same wall clock.
    return time_zone === zone ? full : `${full} (${time_zone})`;
  });
  const facts = { at, zone, names, places: places.length, problem: schedule.problem };
  const texts = missedTexts(
    { ...person, name: withoutLinks(person.name) },
    { ...facts, schedule: withoutLinks(schedule.name) },
  );
  return { email: person.email, phone: person.phone, ...texts };
}
