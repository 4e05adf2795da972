import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { createTree, createChain, findTree, expectConsistentTrees } from '../../support/trees.ts';

let api: TestApi;
let owner: TestUser;
let otherUser: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, otherUser, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
});

const move = ({ company_id }: NodePosition, to: NodePosition, user = owner) =>
  api.call(companyChangesHttp.move, user, { company_id, parent_company_id: to.company_id });

describe('a move is rejected', () => {
  it('below the node itself and below its descendants', async () => {
    const { main, element } = await createTree(api, owner);
    const below = await createChain(api, element, 2);
    const before = await findTree(api, main);
    for (const target of [element, below]) {
      expect(await move(element, target)).toMatchObject({ status: 422, body: { code: 'tree_cycle' } });
    }
    expect(await findTree(api, main)).toEqual(before);
  });

  it('below a parent that does not allow its type, and for a main company', async () => {
    const { main, element, company, node } = await createTree(api, owner);
    const second = await createCompany(api, { user_id: owner.id });
    for (const [from, to] of [
      [element, node],
      [node, element],
      [second, element],
      [element, await createCompany(api, { below: main, type: 'Company' })],
    ] as const) {
      expect(await move(from, to)).toMatchObject({ status: 422, body: { code: 'place_not_allowed' } });
    }
    const { key } = owner;
    const body = { company_id: company.company_id, parent_company_id: null };
    expect((await api.call(companyChangesHttp.move, { key }, { ...body })).status).toBe(400);
  });

  it('when the deepest descendant would exceed the depth limit', async () => {
    const { main, element, company, node } = await createTree(api, owner);
    const deep = await createChain(api, main, 61);
    expect((await move(element, deep)).status).toBe(200);
    expect((await findTree(api, main)).find(({ company_id }) => company_id === node.company_id)?.level).toBe(64);
    const deeper = await createChain(api, deep, 1);
    expect(await move(element, deeper)).toMatchObject({ status: 422, body: { code: 'tree_too_deep' } });
    expect((await move(company, deeper)).status).toBe(200);
    await expectConsistentTrees(api, owner);
  });

  it('when the other tree would exceed the size limit', { tags: ['full'] }, async () => {
    const user = await createUser(api);
    const { element, other } = await createTree(api, user);
    const second = await createCompany(api, { user_id: user.id });
    await sql`
      insert into companies (parent_company_id, main_company_id, level, user_id, type, name, time_zone_utc,
        default_language, default_voice)
      select company_id, tree_id, 1, user_id, 'Element', 'Node ' || n, 180, 'ru', 'ru-RU-Standard-A'
      from companies, generate_series(1, 19998) n where company_id = ${second.company_id}`.execute(api.db);
    expect(await move(element, second, user)).toMatchObject({ status: 422, body: { code: 'tree_full' } });
    expect((await move(other, second, user)).status).toBe(200);
  });

  it('with 404 for nodes and parents of another user, and between the trees of two users', async () => {
    const [own, foreign] = [await createTree(api, owner), await createTree(api, otherUser)];
    const before = [await findTree(api, own.main), await findTree(api, foreign.main)];
    for (const [from, to, caller] of [
      [foreign.element, foreign.other, owner],
      [foreign.element, own.main, owner],
      [own.element, foreign.main, owner],
      [own.element, foreign.main, admin],
      [own.element, { ...own.main, company_id: 2_000_000_000 }, owner],
    ] as const) {
      expect(await move(from, to, caller)).toMatchObject({ status: 404, body: { error: 'Company not found' } });
    }
    expect([await findTree(api, own.main), await findTree(api, foreign.main)]).toEqual(before);
    const { company_id } = own.element;
    const body = { company_id, parent_company_id: own.other.company_id, user_id: otherUser.id };
    expect((await api.call(companyChangesHttp.move, owner, { ...body })).status).toBe(403);
  });
});
