import type { Pronunciation } from '@belfry/schemas/http/announcements/library-texts';
import { sql, type Selectable } from 'kysely';
import type { DictionaryEntriesTable } from '../library.table.ts';
import { times, type Resource } from '../resource.ts';

type EntryRow = Selectable<DictionaryEntriesTable>;

export const dictionaryResource: Resource<EntryRow, Pronunciation> = {
  table: 'dictionary_entries',
  title: 'pronunciation',
  max: 1_000,
  rows: sql`select * from dictionary_entries`,
  matches: (pattern) => sql`(r.name ilike ${pattern} or r.spoken ilike ${pattern})`,
  view: (row) => ({ id: row.id, language: row.language, word: row.name, spoken: row.spoken, ...times(row) }),
};
