import type { Pronunciation } from '@belfry/schemas/http/library/texts';
import { sql } from 'kysely';
import { times, type Resource } from '../resource.ts';
import type { Row } from '../../../db/database.ts';

type EntryRow = Row<'dictionary_entries'>;

export const dictionaryResource: Resource<EntryRow, Pronunciation> = {
  table: 'dictionary_entries',
  title: 'pronunciation',
  max: 1_000,
  rows: sql`select * from dictionary_entries`,
  matches: (pattern) => sql`(r.name ilike ${pattern} or r.spoken ilike ${pattern})`,
  view: (row) => ({ id: row.id, language: row.language, word: row.name, spoken: row.spoken, ...times(row) }),
};
