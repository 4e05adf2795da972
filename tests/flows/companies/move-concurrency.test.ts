import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { createTree, createChain, expectConsistentTrees } from '../../support/trees.ts';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';

let api: TestApi;
let owner: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, admin] = [await createUser(api), await createAdmin(api)];
});

const move = ({ company_id }: NodePosition, to: NodePosition, user = owner) =>
  api.call(companyChangesHttp.move, user, { company_id, parent_company_id: to.company_id });

describe('concurrent changes', () => {
  it('of two nodes below each other succeed once and create no cycle', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await createUser(api);
      const { main, element, other } = await createTree(api, user);
      const second = await createChain(api, main, 1);
      const answers = await Promise.all([
        move(element, other, user),
        move(other, element, round % 2 === 0 ? admin : user),
        move(second, other, admin),
      ]);
      const opposite = answers.slice(0, 2);
      expect(opposite.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers) {
        if (status !== 200) expect(body.code).toBeOneOf(['tree_cycle', 'rate_limited']);
      }
      expect((await api.call(companiesHttp.tree, admin, { company_id: main.company_id })).body).toHaveLength(6);
      await expectConsistentTrees(api, user);
    }
  });

  it('of a branch and of its nodes leave every level and tree right', { tags: ['full'] }, async () => {
    const user = await createUser(api);
    const { element, other, company } = await createTree(api, user);
    const second = await createCompany(api, { user_id: user.id });
    const targets = [second, other];
    const add = (below: NodePosition) =>
      api.call(companyChangesHttp.add, user, { name: 'Late', parent_company_id: below.company_id });
    const copy = ({ company_id }: NodePosition) => api.call(companyChangesHttp.duplicate, admin, { company_id });
    for (let round = 0; round < 10; round += 1) {
      const to = targets[round % 2] ?? other;
      const answers = await Promise.all([
        ...[element, company, element, company].map(add),
        move(element, to, user),
        copy(company),
        ...[element, company].map(add),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200, 201, 201, 201]);
      await expectConsistentTrees(api, user);
    }
  });

  it('of a node and of its ancestor use the level that the other move leaves', { tags: ['full'] }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await createUser(api);
      const { main, element, company, other } = await createTree(api, user);
      const deep = await createChain(api, other, 3);
      const answers = await Promise.all([move(element, deep, user), move(company, main, admin)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await expectConsistentTrees(api, user);
    }
  });

  it('leave no orphan when the new parent is deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { main, element, other } = await createTree(api, owner);
      const [moved, removed] = await Promise.all([
        move(element, other),
        api.call(companyChangesHttp.remove, owner, { company_id: other.company_id }),
      ]);
      expect(`${moved.status} ${removed.status}`).toMatch(/^(200 409|404 204)$/);
      expect((await api.call(companiesHttp.tree, admin, { company_id: main.company_id })).body).toHaveLength(
        moved.status === 200 ? 5 : 4,
      );
    }
  });
});
