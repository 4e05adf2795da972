import type { SavedFilter } from '@belfry/schemas/http/fleet/saved-filters';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

const COLUMNS = ['id', 'name', 'filters'] as const;

export async function findFilters(db: Kysely<Database>, userId: number): Promise<SavedFilter[]> {
  return db
    .selectFrom('saved_device_filters')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .execute();
}

export async function countFilters(db: Kysely<Database>, userId: number): Promise<number> {
  const filters = db.selectFrom('saved_device_filters').where('user_id', '=', userId);
  return (await filters.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** Violates the unique constraint if the user has a filter of this name. */
export async function insertFilter(
  db: Kysely<Database>,
  userId: number,
  { name, filters }: Omit<SavedFilter, 'id'>,
): Promise<SavedFilter> {
  return db
    .insertInto('saved_device_filters')
    .values({ user_id: userId, name, filters: JSON.stringify(filters) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Changes the given fields of a filter of this user; undefined if there is none. Violates the unique constraint if they have another one of this name. */
export async function updateFilter(
  db: Kysely<Database>,
  userId: number,
  id: number,
  { name, filters }: { name?: string | undefined; filters?: SavedFilter['filters'] | undefined },
): Promise<SavedFilter | undefined> {
  return db
    .updateTable('saved_device_filters')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      ...(filters && { filters: JSON.stringify(filters) }),
    }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function deleteFilter(db: Kysely<Database>, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_device_filters')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
