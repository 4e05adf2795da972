import type { LibraryQuery } from '@belfry/schemas/http/announcements/library';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { escapeLike } from '../../db/like.ts';
import type { Resource, ResourceRow } from './resource.ts';

/** A page of what a user has, by name, and the number of matches. */
export async function findPage<Row extends ResourceRow, Item>(
  db: Kysely<Database>,
  resource: Resource<Row, Item>,
  ownerId: number,
  { q, page, page_size }: LibraryQuery,
): Promise<{ rows: Row[]; total: number }> {
  const condition = sql`r.user_id = ${ownerId} and ${resource.matches(`%${escapeLike(q)}%`)}`;
  const { rows } = await sql<Row>`
    select r.* from (${resource.rows}) r
    where ${condition}
    order by r.name collate natural_order, r.id
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(resource.table)} r where ${condition}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Finds rows by their ids, with `ownerId` only those of this user. */
export async function findRows<Row extends ResourceRow, Item>(
  db: Kysely<Database>,
  { rows }: Pick<Resource<Row, Item>, 'rows'>,
  ownerId: number | null,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const found = await sql<Row>`
    select r.* from (${rows}) r
    where r.id = any(${[...ids]}::int[]) and ${ownerId === null ? sql`true` : sql`r.user_id = ${ownerId}`}`.execute(db);
  return found.rows;
}

export async function countOwned(
  db: Kysely<Database>,
  table: Resource<ResourceRow, unknown>['table'],
  ownerId: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(table)} where user_id = ${ownerId}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Locks a row against concurrent changes. */
export async function lockRow(
  db: Kysely<Database>,
  table: Resource<ResourceRow, unknown>['table'],
  id: number,
): Promise<Pick<ResourceRow, 'id' | 'user_id' | 'name' | 'revision'> | undefined> {
  const { rows } = await sql<Pick<ResourceRow, 'id' | 'user_id' | 'name' | 'revision'>>`
    select id, user_id, name, revision from ${sql.table(table)} where id = ${id} for update`.execute(db);
  return rows[0];
}
