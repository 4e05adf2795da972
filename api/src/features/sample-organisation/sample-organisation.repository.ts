import { sql, type Kysely } from 'kysely';
import type { SampleContent } from '../../db/column-types.ts';
import type { Database } from '../../db/database.ts';

const ONLY_ROW = 1;

export async function isDecided(db: Kysely<Database>): Promise<boolean> {
  const row = db.selectFrom('sample_organisation').select('id').where('id', '=', ONLY_ROW);
  return (await row.executeTakeFirst()) !== undefined;
}

/** False if it was decided before. A concurrent caller waits until this transaction ends. */
export async function insertDecision(trx: Kysely<Database>): Promise<boolean> {
  const inserted = await trx
    .insertInto('sample_organisation')
    .values({ id: ONLY_ROW, user_id: null, content: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function storeContent(trx: Kysely<Database>, userId: number, content: SampleContent): Promise<void> {
  const values = { user_id: userId, content: JSON.stringify(content) };
  await trx.updateTable('sample_organisation').set(values).where('id', '=', ONLY_ROW).execute();
}

/** Records that it is removed; another one is never created. */
export async function clearContent(trx: Kysely<Database>): Promise<void> {
  await trx.updateTable('sample_organisation').set({ content: null }).where('id', '=', ONLY_ROW).execute();
}

export type Sample = { user_id: number; content: SampleContent };

/** Undefined if there is none, it was removed, or its owner was deleted with everything. */
export async function findSample(db: Kysely<Database>, { lock = false } = {}): Promise<Sample | undefined> {
  const query = db.selectFrom('sample_organisation').select(['user_id', 'content']).where('id', '=', ONLY_ROW);
  const row: Pick<SelectedRow, 'user_id' | 'content'> | undefined = await (
    lock ? query.forUpdate() : query
  ).executeTakeFirst();
  return row?.user_id == null || row.content === null ? undefined : { user_id: row.user_id, content: row.content };
}

type SelectedRow = { user_id: Database['sample_organisation']['user_id']; content: SampleContent | null };

/** The only user, a root, of a database without companies, devices and groups; undefined for any other database. */
export async function findOwnerOfEmptyDatabase(
  db: Kysely<Database>,
): Promise<{ id: number; email: string } | undefined> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users
    where role = 'root' and (select count(*) from (select from users limit 2) u) = 1
      and not exists (select from companies) and not exists (select from devices)
      and not exists (select from device_groups)`.execute(db);
  return rows[0];
}

export type TreeNode = { company_id: number; parent_company_id: number | null; serial: string | null };

/** All nodes of the trees that contain these nodes, children before their parents. */
export async function findTreesOf(db: Kysely<Database>, nodes: readonly number[]): Promise<TreeNode[]> {
  const { rows } = await sql<TreeNode>`
    select c.company_id, c.parent_company_id, d.serial
    from companies c left join devices d on d.company_id = c.company_id
    where c.tree_id in (select tree_id from companies where company_id = any(${nodes}::int4[]))
    order by c.level desc, c.company_id`.execute(db);
  return rows;
}

export async function countGroupsWithin(
  db: Kysely<Database>,
  groups: readonly number[],
  nodes: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from device_groups g
    where g.id = any(${groups}::int4[]) and not exists (
      select from device_group_elements e
      where e.group_id = g.id and e.company_id <> all(${nodes}::int4[]))`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function countFavorites(db: Kysely<Database>, userId: number, voices: readonly string[]): Promise<number> {
  if (voices.length === 0) return 0;
  const favorites = db.selectFrom('voice_favorites').where('user_id', '=', userId).where('voice_name', 'in', voices);
  return (await favorites.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}
