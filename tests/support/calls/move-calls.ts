import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '../api.ts';
import { createCompany, type TestUser } from '../factories.ts';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

/** Calls, checks and trees of the tests that move nodes. `current` returns the api and its users. */
export function moveCalls(current: () => { api: TestApi; owner: TestUser; admin: TestUser }) {
  const move = ({ company_id }: NodePosition, to: NodePosition, { key }: Pick<TestUser, 'key'> = current().owner) =>
    current().api.call(companyChangesHttp.move, { key }, { company_id, parent_company_id: to.company_id });

  const stored = (tree: NodePosition) =>
    current()
      .api.db.selectFrom('companies')
      .select(['company_id', 'parent_company_id', 'tree_id', 'level'])
      .where('tree_id', '=', tree.tree_id)
      .orderBy('company_id')
      .execute();

  const treeOf = async ({ company_id }: NodePosition) =>
    (await current().api.call(companiesHttp.tree, current().admin, { company_id })).body;

  const auditOf = ({ company_id }: NodePosition) =>
    current()
      .api.db.selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'company.move')
      .where('object_id', '=', String(company_id))
      .execute();

  /** Every node is one level below its parent, in the tree of its parent, and reaches a main company. */
  async function expectConsistentTrees({ id }: TestUser): Promise<void> {
    const { rows } = await sql`
    with recursive reached as (
      select company_id, tree_id, level from companies where user_id = ${id} and parent_company_id is null
      union all
      select c.company_id, r.tree_id, r.level + 1 from companies c join reached r on c.parent_company_id = r.company_id
    )
    select c.company_id, c.level, c.tree_id, r.level as expected_level, r.tree_id as expected_tree
    from companies c left join reached r using (company_id)
    where c.user_id = ${id} and (r.level, r.tree_id) is distinct from (c.level, c.tree_id)`.execute(current().api.db);
    expect(rows).toEqual([]);
  }

  /** A main company with an element, a company and a device node below each other, and a second element. */
  async function createTree(user: TestUser) {
    const main = await createCompany(current().api, { user_id: user.id });
    const element = await createCompany(current().api, { below: main });
    const company = await createCompany(current().api, { below: element, type: 'Company' });
    const node = await createCompany(current().api, { below: company, name: 'Speaker' });
    return { main, element, company, node, other: await createCompany(current().api, { below: main, name: 'Other' }) };
  }

  /** A chain of elements below a node; returns the last one. */
  async function createChain(below: NodePosition, length: number): Promise<NodePosition> {
    let last = below;
    for (let n = 0; n < length; n += 1) last = await createCompany(current().api, { below: last });
    return last;
  }

  return { move, stored, treeOf, auditOf, expectConsistentTrees, createTree, createChain };
}
