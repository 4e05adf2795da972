import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { CompanyRow, NewCompany, NodePosition } from './companies.repository.ts';

export async function findSiblingNames(db: Kysely<Database>, node: NodePosition): Promise<Set<string>> {
  const siblings = db.selectFrom('companies').select('name').where('user_id', '=', node.user_id);
  const rows = await (
    node.parent_company_id === null
      ? siblings.where('parent_company_id', 'is', null)
      : siblings.where('parent_company_id', '=', node.parent_company_id)
  ).execute();
  return new Set(rows.map(({ name }) => name));
}

const COPIED: (keyof Database['companies'])[] = [
  'level',
  'user_id',
  'type',
  'description',
  'emblem',
  'continent',
  'country',
  'city',
  'street',
  'house',
  'zip',
  'latitude',
  'longitude',
  'device_type',
  'time_zone',
  'time_zone_utc',
  'default_language',
  'default_voice',
  'clock_required',
  'volume_max',
  'quiet_hours',
  'trim_db',
  'sound_test',
  'lead_in',
];
const columns = sql.raw(COPIED.join(', '));
const values = sql.raw(COPIED.map((column) => `n.${column}`).join(', '));

/** The class of the advisory lock; no other lock uses this number. */
const COPY_LOCK = 4_182_004;

/**
 * Allows only one copying transaction per tree, so that concurrent copies get different names and no node moves during a
 * copy.
 */
export async function lockCopies(trx: Kysely<Database>, ...treeIds: number[]): Promise<void> {
  for (const treeId of [...new Set(treeIds)].sort((one, other) => one - other)) {
    await sql`select pg_advisory_xact_lock(${COPY_LOCK}, ${treeId})`.execute(trx);
  }
}

/**
 * Copies a node with its subtree as a sibling of itself, in one statement and without device bindings. It locks only the
 * parent, at its end, so concurrent edits of the nodes do not wait. Returns undefined if the node does not exist.
 */
export async function copyBranch(
  db: Kysely<Database>,
  companyId: number,
  name: string,
): Promise<NodePosition | undefined> {
  const { rows } = await sql<NodePosition>`
    with recursive branch as (
      select * from companies where company_id = ${companyId}
      union all
      select child.* from companies child join branch on child.parent_company_id = branch.company_id
    ), numbered as materialized (
      select branch.*, nextval(pg_get_serial_sequence('companies', 'company_id'))::int as copy_id from branch
    ), top as (
      select copy_id from numbered where company_id = ${companyId}
    ), copied as (
      insert into companies (company_id, parent_company_id, main_company_id, name, ${columns})
      overriding system value
      select n.copy_id, coalesce(parent.copy_id, n.parent_company_id),
        case n.main_company_id when ${companyId} then (select copy_id from top) else n.main_company_id end,
        case n.company_id when ${companyId} then ${name} else n.name end, ${values}
      from numbered n left join numbered parent on parent.company_id = n.parent_company_id
      returning company_id, parent_company_id, tree_id, level, user_id, type
    )
    select * from copied where company_id = (select copy_id from top)`.execute(db);
  return rows[0];
}

/** The class of the advisory lock; no other lock uses this number. */
const MOVE_LOCK = 4_182_005;

/** Allows only one moving transaction per owner. Concurrent moves could otherwise create a cycle together. */
export async function lockMoves(trx: Kysely<Database>, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MOVE_LOCK}, ${ownerId})`.execute(trx);
}

export type BranchNode = Pick<CompanyRow, 'company_id' | 'level'>;

/**
 * Locks a node and all its descendants like `to-delete`. An addition that runs at the same time may commit a child while
 * this waits for its parent, so the branch is read again until it has no node that is not locked.
 */
export async function lockBranch(trx: Kysely<Database>, id: number): Promise<BranchNode[]> {
  let locked: BranchNode[] = [];
  for (;;) {
    const ids = await findBranchIds(trx, id);
    if (ids.length === locked.length) return locked;
    locked = await lockNodes(trx, ids);
  }
}

async function findBranchIds(trx: Kysely<Database>, id: number): Promise<number[]> {
  const { rows } = await sql<Pick<CompanyRow, 'company_id'>>`
    with recursive branch as (
      select company_id from companies where company_id = ${id}
      union all
      select child.company_id from companies child join branch on child.parent_company_id = branch.company_id
    ) select company_id from branch`.execute(trx);
  return rows.map(({ company_id }) => company_id);
}

async function lockNodes(trx: Kysely<Database>, ids: readonly number[]): Promise<BranchNode[]> {
  const { rows } = await sql<BranchNode>`
    select company_id, level from companies where company_id = any(${ids}::int4[]) order by company_id
    for update`.execute(trx);
  return rows;
}

export async function moveBranch(
  trx: Kysely<Database>,
  node: Pick<CompanyRow, 'company_id' | 'level'>,
  parent: Pick<CompanyRow, 'company_id' | 'level' | 'tree_id'>,
  branch: readonly BranchNode[],
): Promise<void> {
  const ids = branch.map(({ company_id }) => company_id);
  await sql`
    update companies set
      level = level + ${parent.level + 1 - node.level}::int,
      main_company_id = ${parent.tree_id}::int,
      parent_company_id = case company_id when ${node.company_id} then ${parent.company_id}::int else parent_company_id end,
      updated_at = case company_id when ${node.company_id} then now() else updated_at end
    where company_id = any(${ids}::int4[])`.execute(trx);
}

const COLUMNS = ['company_id', 'parent_company_id', 'tree_id', 'level', 'user_id', 'type'] as const;
const among = (ids: readonly number[]) => sql<number>`any(${ids}::int4[])`;

export async function findNodePositions(db: Kysely<Database>, ids: readonly number[]): Promise<NodePosition[]> {
  return db.selectFrom('companies').select(COLUMNS).where('company_id', '=', among(ids)).execute();
}

/** As `findNodePositions`, locked in the order of their ids until the transaction ends. */
export async function lockNodePositions(trx: Kysely<Database>, ids: readonly number[]): Promise<NodePosition[]> {
  const nodes = trx.selectFrom('companies').select(COLUMNS).where('company_id', '=', among(ids));
  return nodes.orderBy('company_id').forUpdate().execute();
}

/** Inserts nodes; returns their ids in the same order. */
export async function insertNodes(trx: Kysely<Database>, nodes: readonly NewCompany[]): Promise<number[]> {
  const rows = await trx
    .insertInto('companies')
    .values([...nodes])
    .returning('company_id')
    .execute();
  // One statement numbers its rows in their order.
  return rows.map(({ company_id }) => company_id);
}

export async function setParent(
  trx: Kysely<Database>,
  ids: readonly number[],
  parent: Pick<NodePosition, 'company_id' | 'level' | 'tree_id'>,
): Promise<void> {
  await trx
    .updateTable('companies')
    .set({
      parent_company_id: parent.company_id,
      main_company_id: parent.tree_id,
      level: parent.level + 1,
      updated_at: sql<Date>`now()`,
    })
    .where('company_id', '=', among(ids))
    .execute();
}
