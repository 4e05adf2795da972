import { voiceKind } from '@belfry/schemas/domain/voices';
import { VOICE_MAPPINGS_MAX } from '@belfry/schemas/domain/limits';
import type { VoiceInUse } from '@belfry/schemas/http/library/voices-in-use';
import type { Kysely } from 'kysely';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { lockUser } from '../../people/users.repository.ts';
import { countVoicesOfPlaces } from '../places/index.ts';
import {
  findMappings,
  findVoiceOfLanguage,
  findVoicesByName,
  languageOf,
  replaceMappings,
  toGender,
  type VoiceRow,
} from '../speech/voices/index.ts';
import { defaultVoiceOf } from './speech-for.ts';
import { countLanguagesOfPeople, countLanguagesOfTexts } from './voices-in-use.repository.ts';

const OTHERS_MAX = 20;

/** Who speaks each language of an organisation, that of most places first. */
export async function listVoicesInUse(db: Kysely<Database>, ownerId: number): Promise<VoiceInUse[]> {
  const { places, texts, people, mappings } = await readUse(db, ownerId);
  const languages = new Set([...places, ...texts, ...people].map(({ language }) => languageOf(language)));
  const names = [
    ...places.map(({ voice }) => voice),
    ...mappings.flatMap(({ from_voice, to_voice }) => [from_voice, to_voice]),
    ...[...languages].map(defaultVoiceOf),
  ];
  const rows = names.length === 0 ? [] : await findVoicesByName(db, [...new Set(names)]);
  const voices = new Map(rows.map((row) => [row.voice_name, row]));
  const standIns = new Map(mappings.map(({ from_voice, to_voice }) => [from_voice, to_voice]));
  const list: VoiceInUse[] = [];
  for (const language of languages) {
    const isIts = (each: { language: string }): boolean => languageOf(each.language) === language;
    const own = places.filter(isIts);
    const usual = await findVoiceOfLanguage(db, language);
    const speakerOf = (name: string): VoiceRow | undefined => {
      const row = voices.get(standIns.get(name) ?? name);
      // Another voice speaks for a neural one until it is installed again.
      return row && (row.vanished_at === null || row.provider === 'neural') ? row : usual;
    };
    const heard = new Map<VoiceRow, number>();
    for (const { voice, places: count } of own) {
      const speaker = speakerOf(voice);
      if (speaker) heard.set(speaker, (heard.get(speaker) ?? 0) + count);
    }
    const [[first] = [speakerOf(defaultVoiceOf(language))], ...others] = [...heard].sort(([, a], [, b]) => b - a);
    list.push({
      language,
      voice: first ? toSpeaker(first) : null,
      others: others.slice(0, OTHERS_MAX).map(([row, count]) => Object.assign(toSpeaker(row), { places: count })),
      stands_in: mappings.filter(({ from_voice }) => languageOfVoice(from_voice) === language).length,
      places: sum(own.map((each) => each.places)),
      texts: sum(texts.filter(isIts).map(({ count }) => count)),
      people: sum(people.filter(isIts).map(({ count }) => count)),
    });
  }
  return list.toSorted((a, b) => b.places - a.places || b.texts - a.texts || (a.language < b.language ? -1 : 1));
}

type ChangeDeps = Pick<Deps, 'db' | 'events'>;
type Change = { actor: Actor; ownerId: number; language: string; voice_name: string | null };

/** Lets a voice speak a language at all places of an organisation; null ends that. Throws unprocessable. */
export async function changeVoiceInUse({ db, events }: ChangeDeps, change: Change): Promise<void> {
  const { actor, ownerId, language, voice_name } = change;
  await transact(db, async (trx) => {
    await lockUser(trx, ownerId);
    const { places, texts, mappings: before } = await readUse(trx, ownerId);
    const others = before.filter(({ from_voice }) => languageOfVoice(from_voice) !== language);
    const mappings = [...others];
    if (voice_name !== null) {
      const [voice] = await findVoicesByName(trx, [voice_name]);
      if (!voice || voice.block || voice.vanished_at) throw refused('There is no voice with this name');
      if (voice.language !== language) throw refused('The voice speaks another language');
      const codes = [language, ...[...places, ...texts].map((each) => each.language)];
      const names = [
        ...before.map(({ from_voice }) => from_voice).filter((name) => languageOfVoice(name) === language),
        ...places.filter((place) => languageOf(place.language) === language).map((place) => place.voice),
        ...codes.filter((code) => languageOf(code) === language).map(defaultVoiceOf),
      ];
      for (const from_voice of new Set(names))
        if (from_voice !== voice_name) mappings.push({ from_voice, to_voice: voice_name });
    }
    if (mappings.length > VOICE_MAPPINGS_MAX)
      throw refused(`One voice speaks for ${VOICE_MAPPINGS_MAX} others at most`);
    await replaceMappings(trx, ownerId, mappings);
    const entry = { action: 'voice.map', object_kind: 'organisation', object_id: ownerId } as const;
    await auditOf(trx, actor, ownerId, { ...entry, before: { mappings: before }, after: { mappings } });
  });
  events.changed('schedules_changed', [], ownerId);
}

async function readUse(db: Kysely<Database>, ownerId: number) {
  return {
    places: await countVoicesOfPlaces(db, ownerId),
    texts: await countLanguagesOfTexts(db, ownerId),
    people: await countLanguagesOfPeople(db, ownerId),
    mappings: await findMappings(db, ownerId),
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const refused = (text: string): AppError => new AppError('unprocessable', text);
/** By its name: that of de-DE-Standard-A is de. */
const languageOfVoice = (name: string): string => languageOf(/^[a-z]{2,3}-[A-Z]{2}(?=-)/.exec(name)?.[0] ?? 'und');

const toSpeaker = (row: VoiceRow) => ({
  voice_name: row.voice_name,
  name: row.display_name,
  gender: toGender(row),
  type: voiceKind(row.voice_type),
});
