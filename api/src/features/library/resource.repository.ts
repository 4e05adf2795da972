import type { LibraryQuery } from '@belfry/schemas/http/library/library';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { escapeLike, ownedBy } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export async function findPage<Row extends ResourceRow, Item>(
  db: Kysely<Database>,
  resource: Resource<Row, Item>,
  owners: VisibleOwners,
  { q, page, page_size }: LibraryQuery,
): Promise<{ rows: Row[]; total: number }> {
  const condition = sql`${ownedBy(owners, 'r.user_id')} and ${resource.matches(`%${escapeLike(q)}%`)}`;
  const { rows } = await sql<Row>`
    select r.* from (${resource.rows}) r
    where ${condition}
    order by r.name collate natural_order, r.id
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(resource.table)} r where ${condition}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findRows<Row extends ResourceRow, Item>(
  db: Kysely<Database>,
  { rows }: Pick<Resource<Row, Item>, 'rows'>,
  owners: VisibleOwners,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const query = await sql<Row>`
    select r.* from (${rows}) r
    where r.id = any(${[...ids]}::int[]) and ${ownedBy(owners, 'r.user_id')}`.execute(db);
  return query.rows;
}

export type LockedRow = Pick<ResourceRow, 'id' | 'user_id' | 'name' | 'revision' | 'created_by'>;

export async function lockRow(
  db: Kysely<Database>,
  table: Resource<ResourceRow, unknown>['table'],
  owners: VisibleOwners,
  id: number,
): Promise<LockedRow | undefined> {
  const { rows } = await sql<LockedRow>`
    select r.id, r.user_id, r.name, r.revision, r.created_by from ${sql.table(table)} r
    where r.id = ${id} and ${ownedBy(owners, 'r.user_id')} for update of r`.execute(db);
  return rows[0];
}

export type ResourceRow = {
  id: number;
  user_id: number;
  name: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
  /** Who has made it for the owner; null where the owner has. */
  created_by: number | null;
};

export type Resource<Row extends ResourceRow, Item> = {
  table: 'messages' | 'audio' | 'playlists' | 'stations' | 'dictionary_entries' | 'chimes';
  /** The name of the kind in texts for users: `message`. */
  title: string;
  titles: string;
  max: number;
  /** The SQL of its rows, with what is read from other tables, under the alias r. */
  rows: RawBuilder<Row>;
  /** Condition of a search; `pattern` is for ilike. */
  matches: (pattern: string) => RawBuilder<boolean>;
  view: (row: Row) => Item;
  /** Which of them concern all places of the organisation, and why only those who plan for all of these change them. */
  forAll?: { includes: (row: Row) => boolean; refusal: string };
};

export type FindUses = (trx: Kysely<Database>, id: number) => Promise<string[]>;

export const times = ({ created_at, updated_at, revision }: ResourceRow) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  revision,
});

export async function setCreator(
  db: Kysely<Database>,
  table: Resource<ResourceRow, unknown>['table'],
  id: number,
  userId: number,
): Promise<void> {
  await sql`update ${sql.table(table)} set created_by = ${userId} where id = ${id}`.execute(db);
}

export async function deleteRow(
  db: Kysely<Database>,
  table: Resource<ResourceRow, unknown>['table'],
  id: number,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
}
