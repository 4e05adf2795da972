import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export type Entry = { language: string; word: string; spoken: string };

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

export async function deleteEntry(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('dictionary_entries').where('id', '=', id).execute();
}

export const findEntries = (db: Kysely<Database>, userId: number): Promise<Entry[]> =>
  db
    .selectFrom('dictionary_entries')
    .select(['language', 'name as word', 'spoken'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
