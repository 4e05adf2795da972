import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import type { Database } from '@belfry/api/db/database';
import { sql, type Kysely } from 'kysely';
import { expect } from 'vitest';
import { createCompany, type TestUser } from './factories.ts';

type Store = { db: Kysely<Database> };

/** A main company of a user with a company and a node of a device below each other. */
export async function createBranch(store: Store, user: TestUser) {
  const main = await createCompany(store, { user_id: user.id });
  const company = await createCompany(store, { below: main, type: 'Company' });
  return { main, company, node: await createCompany(store, { below: company, name: 'Speaker' }) };
}

/** As `createBranch`, with an element between the main company and the company. */
export async function createBranchWithElement(store: Store, user: TestUser, name?: string) {
  const main = await createCompany(store, { user_id: user.id, ...(name !== undefined && { name }) });
  const element = await createCompany(store, { below: main });
  const company = await createCompany(store, { below: element, type: 'Company' });
  return { main, element, company, node: await createCompany(store, { below: company, name: 'Speaker' }) };
}

/** As `createBranchWithElement`, with a second element below the main company. */
export async function createTree(store: Store, user: TestUser) {
  const branch = await createBranchWithElement(store, user);
  return { ...branch, other: await createCompany(store, { below: branch.main, name: 'Other' }) };
}

/** A chain of elements below a node; returns the last one. */
export async function createChain(store: Store, below: NodePosition, length: number): Promise<NodePosition> {
  let last = below;
  for (let n = 0; n < length; n += 1) last = await createCompany(store, { below: last });
  return last;
}

/** The places of all nodes of a tree as they are stored. */
export const findTree = ({ db }: Store, { tree_id }: NodePosition) =>
  db
    .selectFrom('companies')
    .select(['company_id', 'parent_company_id', 'tree_id', 'level'])
    .where('tree_id', '=', tree_id)
    .orderBy('company_id')
    .execute();

/** The number of nodes that count against the limit of a user. */
export async function countNodes({ db }: Store, { id }: Pick<TestUser, 'id'>): Promise<number> {
  const counts = db.selectFrom('company_counts').select('nodes').where('user_id', '=', id);
  return (await counts.executeTakeFirst())?.nodes ?? 0;
}

/** Every node is one level below its parent, in the tree of its parent, and reaches a main company. */
export async function expectConsistentTrees({ db }: Store, { id }: TestUser): Promise<void> {
  const { rows } = await sql`
    with recursive reached as (
      select company_id, tree_id, level from companies where user_id = ${id} and parent_company_id is null
      union all
      select c.company_id, r.tree_id, r.level + 1 from companies c join reached r on c.parent_company_id = r.company_id
    )
    select c.company_id, c.level, c.tree_id, r.level as expected_level, r.tree_id as expected_tree
    from companies c left join reached r using (company_id)
    where c.user_id = ${id} and (r.level, r.tree_id) is distinct from (c.level, c.tree_id)`.execute(db);
  expect(rows).toEqual([]);
}
