import type { Pronunciation } from '@belfry/schemas/http/library/texts';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { times, type Resource } from './resource.repository.ts';
import { findMappings, findVoiceNamesOf } from '../speech/voices/index.ts';
import { createDictionary, type Dictionary } from './speech-for.ts';

type EntryRow = Row<'dictionary_entries'>;

export const dictionaryResource: Resource<EntryRow, Pronunciation> = {
  table: 'dictionary_entries',
  title: 'pronunciation',
  titles: 'pronunciations',
  max: 1_000,
  rows: sql`select * from dictionary_entries`,
  matches: (pattern) => sql`(r.name ilike ${pattern} or r.spoken ilike ${pattern})`,
  view: (row) => ({ id: row.id, language: row.language, word: row.name, spoken: row.spoken, ...times(row) }),
};

type Entry = { language: string; word: string; spoken: string };

/** Violates the unique constraint if the user has the word in this language. */
export async function insertEntry(
  db: Kysely<Database>,
  userId: number,
  { language, word, spoken }: Entry,
): Promise<number> {
  const entry = db.insertInto('dictionary_entries').values({ user_id: userId, language, name: word, spoken });
  return (await entry.returning('id').executeTakeFirstOrThrow()).id;
}

/** Violates the unique constraint if the user has another entry of the word in this language. */
export async function updateEntry(
  db: Kysely<Database>,
  id: number,
  { language, word, spoken }: { [Key in keyof Entry]?: Entry[Key] | undefined },
): Promise<void> {
  await db
    .updateTable('dictionary_entries')
    .set((eb) => ({
      language: language ?? eb.ref('language'),
      name: word ?? eb.ref('name'),
      spoken: spoken ?? eb.ref('spoken'),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .execute();
}

export async function loadDictionary(db: Kysely<Database>, userId: number): Promise<Dictionary> {
  const entries = await db
    .selectFrom('dictionary_entries')
    .select(['language', 'name as word', 'spoken'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const mappings = await findMappings(db, userId);
  const voices = new Map(mappings.map(({ from_voice, to_voice }) => [from_voice, to_voice]));
  return createDictionary(entries, await findVoiceNamesOf(db, 'google'), voices);
}
