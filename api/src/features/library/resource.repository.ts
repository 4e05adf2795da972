import type { LibraryQuery } from '@belfry/schemas/http/library/library';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { escapeLike } from '../../db/like.ts';
import { ownedBy } from '../../db/owned-by.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
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

/** Finds rows of these owners by their ids. */
export async function findRows<Row extends ResourceRow, Item>(
  db: Kysely<Database>,
  { rows }: Pick<Resource<Row, Item>, 'rows'>,
  owners: VisibleOwners,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const found = await sql<Row>`
    select r.* from (${rows}) r
    where r.id = any(${[...ids]}::int[]) and ${ownedBy(owners, 'r.user_id')}`.execute(db);
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

/** Locks a row of these owners against concurrent changes. */
export async function lockRow(
  db: Kysely<Database>,
  table: Resource<ResourceRow, unknown>['table'],
  owners: VisibleOwners,
  id: number,
): Promise<Pick<ResourceRow, 'id' | 'user_id' | 'name' | 'revision'> | undefined> {
  const { rows } = await sql<Pick<ResourceRow, 'id' | 'user_id' | 'name' | 'revision'>>`
    select r.id, r.user_id, r.name, r.revision from ${sql.table(table)} r
    where r.id = ${id} and ${ownedBy(owners, 'r.user_id')} for update of r`.execute(db);
  return rows[0];
}
