import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { CompanyRow } from './companies.repository.ts';

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

/** Sets the parent of a node, and the level and tree of its whole branch, in one statement. */
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
