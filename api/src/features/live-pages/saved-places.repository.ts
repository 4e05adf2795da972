import type { SavedPlace } from '@belfry/schemas/http/live-pages/saved-places';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

const COLUMNS = ['id', 'name', 'targets'] as const;

export async function findSavedPlaces(db: Kysely<Database>, userId: number): Promise<SavedPlace[]> {
  return db.selectFrom('saved_places').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute();
}

export async function countSavedPlaces(db: Kysely<Database>, userId: number): Promise<number> {
  const places = db.selectFrom('saved_places').where('user_id', '=', userId);
  return (await places.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** Violates the unique constraint if the person has a saved place of this name. */
export async function insertSavedPlace(
  db: Kysely<Database>,
  userId: number,
  { name, targets }: Omit<SavedPlace, 'id'>,
): Promise<SavedPlace> {
  return db
    .insertInto('saved_places')
    .values({ user_id: userId, name, targets: JSON.stringify(targets) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** @returns undefined if the person has no such one. Violates the unique constraint if they have another one of this name. */
export async function updateSavedPlace(
  db: Kysely<Database>,
  userId: number,
  { id, name, targets }: SavedPlace,
): Promise<SavedPlace | undefined> {
  return db
    .updateTable('saved_places')
    .set({ name, targets: JSON.stringify(targets) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function deleteSavedPlace(db: Kysely<Database>, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_places')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
