import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { VoiceRow } from './voices.repository.ts';

type FavoriteRow = Pick<VoiceRow, 'voice_name' | 'display_name' | 'gender' | 'language_codes'> & {
  added_at: Date;
};

/** A user's favourites, the last added first, without blocked voices. */
export async function findFavorites(db: Kysely<Database>, userId: number): Promise<FavoriteRow[]> {
  return db
    .selectFrom('voice_favorites')
    .innerJoin('voices', 'voices.voice_name', 'voice_favorites.voice_name')
    .select(['voices.voice_name', 'display_name', 'gender', 'language_codes', 'added_at'])
    .where('user_id', '=', userId)
    .where('block', '=', false)
    .orderBy('added_at', 'desc')
    .orderBy('voices.voice_name')
    .execute();
}

export async function insertFavorite(db: Kysely<Database>, userId: number, voiceName: string): Promise<boolean> {
  const added = await db
    .insertInto('voice_favorites')
    .values({ user_id: userId, voice_name: voiceName, added_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteFavorite(db: Kysely<Database>, userId: number, voiceName: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('voice_favorites')
    .where('user_id', '=', userId)
    .where('voice_name', '=', voiceName)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Adds those of these voices that the catalogue has; returns their names. The last name becomes the oldest favourite. */
export async function insertFavorites(
  db: Kysely<Database>,
  userId: number,
  voiceNames: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ voice_name: string }>`
    insert into voice_favorites (user_id, voice_name, added_at)
    select ${userId}, v.voice_name, clock_timestamp() - g.place * interval '1 second'
    from unnest(${voiceNames}::text[]) with ordinality as g (voice_name, place) join voices v using (voice_name)
    on conflict do nothing
    returning voice_name`.execute(db);
  return rows.map(({ voice_name }) => voice_name);
}

export async function deleteFavorites(
  db: Kysely<Database>,
  userId: number,
  voiceNames: readonly string[],
): Promise<void> {
  if (voiceNames.length === 0) return;
  await db.deleteFrom('voice_favorites').where('user_id', '=', userId).where('voice_name', 'in', voiceNames).execute();
}
