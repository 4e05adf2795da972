import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { NewCompany, NodePosition } from './companies.repository.ts';

const COLUMNS = ['company_id', 'parent_company_id', 'tree_id', 'level', 'user_id', 'type'] as const;
const among = (ids: readonly number[]) => sql<number>`any(${ids}::int4[])`;

/** The positions of those of these nodes that exist, in any order. */
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

/** Moves nodes without children below another parent. */
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
