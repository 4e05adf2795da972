import { textLanguageOf } from '@belfry/schemas/domain/text-languages';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { Deps } from '../../../../deps.ts';
import { queueNotices } from '../../../mail/outbox/index.ts';
import { findPlaces, type Place, findResponsible } from '../../../places/index.ts';
import type { ScheduleRow } from '../../index.ts';
import { findSilentDevices, type Task } from './tasks.repository.ts';

type Facts = {
  schedule: string;
  at: Date;
  zone: string;
  names: string[];
  places: number;
  /** Why the schedule cannot be heard, such as a text that cannot be spoken. */
  problem: string | null;
};

type Texts = { lang: string; subject: string; mail: string; sms: string };
const TEXTS = {
  en: {
    subject: ({ schedule }: Facts) => `Not heard: ${schedule}`,
    hello: (name: string) => `Hello ${name},`,
    missed: (when: string, { schedule, places }: Facts) =>
      `“${schedule}” of ${when} has not been played at ${places === 1 ? 'this place' : `these ${places} places`}:`,
    more: (count: number) => `and ${count} more`,
    reason: (problem: string) => `Reason: ${problem}`,
    sms: (when: string, { schedule, places, names }: Facts) =>
      `Not heard: "${schedule}", ${when}. ${names[0] ?? ''}${places > 1 ? ` and ${places - 1} more` : ''}`,
  },
  ru: {
    subject: ({ schedule }: Facts) => `Не прозвучало: ${schedule}`,
    hello: (name: string) => `Здравствуйте, ${name}!`,
    missed: (when: string, { schedule, places }: Facts) => `«${schedule}» (${when}) не прозвучало. Мест: ${places}`,
    more: (count: number) => `и ещё ${count}`,
    reason: (problem: string) => `Причина: ${problem}`,
    sms: (when: string, { schedule, places, names }: Facts) =>
      `Не прозвучало: «${schedule}», ${when}. ${names[0] ?? ''}${places > 1 ? ` и ещё ${places - 1}` : ''}`,
  },
  de: {
    subject: ({ schedule }: Facts) => `Nicht gehört: ${schedule}`,
    hello: (name: string) => `Guten Tag ${name},`,
    missed: (when: string, { schedule, places }: Facts) =>
      `„${schedule}“ vom ${when} war ${places === 1 ? 'an diesem Ort' : `an diesen ${places} Orten`} nicht zu hören:`,
    more: (count: number) => `und ${count} weitere`,
    reason: (problem: string) => `Grund: ${problem}`,
    sms: (when: string, { schedule, places, names }: Facts) =>
      `Nicht gehört: "${schedule}", ${when}. ${names[0] ?? ''}${places > 1 ? ` und ${places - 1} weitere` : ''}`,
  },
} as const;
function missedTexts({ name, language }: { name: string; language: string }, facts: Facts): Texts {
  const lang = textLanguageOf(language);
  const texts = TEXTS[lang];
  const when = `${momentIn(language, facts)} (${facts.zone})`;
  const rest = facts.places - facts.names.length;
  const lines = [...facts.names.map((place) => `- ${place}`), ...(rest > 0 ? [texts.more(rest)] : [])];
  const reason = facts.problem === null ? [] : ['', texts.reason(facts.problem)];
  const mail = [texts.hello(name), '', texts.missed(when, facts), ...lines, ...reason, ''].join('\n');
  return { lang, subject: texts.subject(facts), mail, sms: texts.sms(when, facts) };
}

function momentIn(language: string, { at, zone }: Pick<Facts, 'at' | 'zone'>): string {
  const format: Intl.DateTimeFormatOptions = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' };
  try {
    return at.toLocaleString(language, format);
  } catch {
    // The language is no tag that Intl knows.
    return at.toLocaleString('en', format);
  }
}

type Person = { name: string; email: string | null; phone: string | null; language: string };
const PLACES_NAMED = 20;

/** Sends one mail and one SMS to each person; see ANN-9. */
export async function notifyMissed(
  { config, jobs }: Deps,
  trx: Kysely<Database>,
  schedule: ScheduleRow,
  task: Task,
): Promise<void> {
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
  await queueNotices(trx, { config, jobs }, { userId: schedule.user_id }, notices);
}

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
