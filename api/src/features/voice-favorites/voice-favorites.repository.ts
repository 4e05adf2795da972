import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { VoiceRow } from '../voices/index.ts';

export type FavoriteRow = Pick<VoiceRow, 'voice_name' | 'display_name' | 'gender' | 'language_codes'> & {
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

/** Adds a favourite; returns false if it exists. */
export async function insertFavorite(db: Kysely<Database>, userId: number, voiceName: string): Promise<boolean> {
  const added = await db
    .insertInto('voice_favorites')
    .values({ user_id: userId, voice_name: voiceName, added_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes a favourite; returns false if it does not exist. */
export async function deleteFavorite(db: Kysely<Database>, userId: number, voiceName: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('voice_favorites')
    .where('user_id', '=', userId)
    .where('voice_name', '=', voiceName)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}
