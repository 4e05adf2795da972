import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { NodePosition } from './companies.repository.ts';

/** The names of a node and its siblings; the siblings of a main company are its owner's main companies. */
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
  'device_type',
  'time_zone',
  'time_zone_utc',
  'default_language',
  'default_voice',
  'volume_max',
  'quiet_hours',
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
