import type { Place } from '@belfry/api/features/companies/companies.repository';
import type { CompanyInfo, CompanyNode, MainCompany } from '@belfry/schemas/http/companies';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestUser,
} from '../../support/factories.ts';

let api: TestApi;
let owner: TestUser;
let otherUser: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [owner, otherUser, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
});
afterAll(() => api.stop());

type Refusal = { error: string; code: string };
const move = ({ company_id }: Place, to: Place, { key } = owner) =>
  api.put<CompanyInfo & Refusal>('/api/company/move', { key, body: { company_id, parent_company_id: to.company_id } });

const stored = (tree: Place) =>
  api.db
    .selectFrom('companies')
    .select(['company_id', 'parent_company_id', 'tree_id', 'level'])
    .where('tree_id', '=', tree.tree_id)
    .orderBy('company_id')
    .execute();

const treeOf = async ({ company_id }: Place) =>
  (await api.post<CompanyNode[]>('/api/company/tree', { key: admin.key, body: { company_id } })).body;

const auditOf = ({ company_id }: Place) =>
  api.db
    .selectFrom('audit_log')
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
    where c.user_id = ${id} and (r.level, r.tree_id) is distinct from (c.level, c.tree_id)`.execute(api.db);
  expect(rows).toEqual([]);
}

/** A main company with an element, a company and a device node below each other, and a second element. */
async function createTree(user: TestUser) {
  const main = await createCompany(api, { user_id: user.id });
  const element = await createCompany(api, { below: main });
  const company = await createCompany(api, { below: element, type: 'Company' });
  const node = await createCompany(api, { below: company, name: 'Speaker' });
  return { main, element, company, node, other: await createCompany(api, { below: main, name: 'Other' }) };
}

/** A chain of elements below a node; returns the last one. */
async function createChain(below: Place, length: number): Promise<Place> {
  let last = below;
  for (let n = 0; n < length; n += 1) last = await createCompany(api, { below: last });
  return last;
}

describe('moving a node', () => {
  it('moves its subtree with levels, device and groups, within the tree and to another one', async () => {
    const person = await createUser(api);
    const { main, element, company, node, other } = await createTree(person);
    const second = await createCompany(api, { user_id: person.id, name: 'Second' });
    const device = await createDevice(api, { user_id: person.id, company_id: node.company_id });
    const group = await createGroup(api, { user_id: person.id, devices: [node] });

    expect(await move(element, other, person)).toMatchObject({
      status: 200,
      body: { company_id: element.company_id, parent_company_id: other.company_id },
    });
    const levels = async (tree: Place) =>
      new Map((await stored(tree)).map(({ company_id, level }) => [company_id, level]));
    expect(await levels(main)).toEqual(
      new Map([main, other, element, company, node].map(({ company_id }, level) => [company_id, level])),
    );
    expect((await treeOf(main)).map(({ company_id }) => company_id)).toEqual(
      [main, other, element, company, node].map(({ company_id }) => company_id),
    );

    expect((await move(element, second, person)).status).toBe(200);
    expect(await levels(second)).toEqual(
      new Map([second, element, company, node].map(({ company_id }, level) => [company_id, level])),
    );
    await expectConsistentTrees(person);
    const mains = await api.get<MainCompany[]>('/api/company/main/companies', { key: person.key });
    expect(mains.body.map(({ company_id, subcompany_count }) => [company_id, subcompany_count])).toEqual([
      [second.company_id, 3],
      [main.company_id, 1],
    ]);
    const info = await api.get(`/api/devices/info/${device.serial}`, { key: person.key });
    expect(info.body).toMatchObject({ company_id: node.company_id, company_name: 'Speaker', user_id: person.id });
    const elements = await api.get<unknown[]>(`/api/group/list/${group.id}/elements`, { key: person.key });
    expect(elements.body).toMatchObject([{ company_id: node.company_id, serial: device.serial }]);
    const count = api.db.selectFrom('company_counts').select('nodes').where('user_id', '=', person.id);
    expect(await count.executeTakeFirst()).toEqual({ nodes: 6 });
  });

  it('below its present parent changes nothing and sends no event', async () => {
    const { main, element } = await createTree(owner);
    const before = await api.db.selectFrom('companies').selectAll().where('tree_id', '=', main.tree_id).execute();
    expect((await move(element, main)).status).toBe(200);
    const after = await api.db.selectFrom('companies').selectAll().where('tree_id', '=', main.tree_id).execute();
    expect(after).toEqual(before);
    expect(await auditOf(element)).toEqual([]);
    expect(eventsAbout(owner, element)).toEqual([]);
  });

  it('writes an audit row and sends events to the owner and the administrators', async () => {
    const { main, element } = await createTree(owner);
    const second = await createCompany(api, { user_id: owner.id });
    await move(element, second, admin);
    expect(await auditOf(element)).toMatchObject([
      { user_id: admin.id, details: { user_id: owner.id, from: main.company_id, to: second.company_id } },
    ]);
    for (const person of [owner, admin]) {
      await expect
        .poll(() => eventsAbout(person, element))
        .toContainEqual(expect.arrayContaining([element, main, second].map(({ company_id }) => company_id)));
    }
    expect(eventsAbout(otherUser, element)).toEqual([]);
  });

  it('of 2,000 nodes is one update', async () => {
    const person = await createUser(api);
    const { element, other } = await createTree(person);
    await sql`
      insert into companies (parent_company_id, main_company_id, level, user_id, type, name, time_zone_utc,
        default_language, default_voice)
      select company_id, tree_id, level + 1, user_id, 'Element', 'Node ' || n, 180, 'ru', 'ru-RU-Standard-A'
      from companies, generate_series(1, 2000) n where company_id = ${element.company_id}`.execute(api.db);
    await sql`create table updates (n int)`.execute(api.db);
    await sql`
      create function count_update() returns trigger language plpgsql as $$
      begin insert into updates values (1); return null; end $$`.execute(api.db);
    await sql`
      create trigger count_update after update on companies for each statement execute function count_update()`.execute(
      api.db,
    );
    expect((await move(element, other, person)).status).toBe(200);
    await sql`drop trigger count_update on companies`.execute(api.db);
    expect((await sql`select n from updates`.execute(api.db)).rows).toHaveLength(1);
    await expectConsistentTrees(person);
    expect(await treeOf(element)).toHaveLength(2_003);
  });

  const eventsAbout = ({ id }: TestUser, { company_id }: Place): number[][] =>
    api.broker.published
      .filter(({ topic }) => topic === `users/${id}/events`)
      .map(({ payload }) => payload as { type: string; ids: number[] })
      .filter(({ type, ids }) => type === 'companies_changed' && ids.includes(company_id))
      .map(({ ids }) => ids);
});

describe('a move is rejected', () => {
  it('below the node itself and below its descendants', async () => {
    const { main, element } = await createTree(owner);
    const below = await createChain(element, 2);
    const before = await stored(main);
    for (const target of [element, below]) {
      expect(await move(element, target)).toMatchObject({ status: 422, body: { code: 'tree_cycle' } });
    }
    expect(await stored(main)).toEqual(before);
  });

  it('below a parent that does not allow its type, and for a main company', async () => {
    const { main, element, company, node } = await createTree(owner);
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
    expect((await api.put('/api/company/move', { key, body })).status).toBe(400);
  });

  it('when the deepest descendant would exceed the depth limit', async () => {
    const { main, element, company, node } = await createTree(owner);
    const deep = await createChain(main, 61);
    expect((await move(element, deep)).status).toBe(200);
    expect((await stored(main)).find(({ company_id }) => company_id === node.company_id)?.level).toBe(64);
    const deeper = await createChain(deep, 1);
    expect(await move(element, deeper)).toMatchObject({ status: 422, body: { code: 'tree_too_deep' } });
    expect((await move(company, deeper)).status).toBe(200);
    await expectConsistentTrees(owner);
  });

  it('when the other tree would exceed the size limit', async () => {
    const person = await createUser(api);
    const { element, other } = await createTree(person);
    const second = await createCompany(api, { user_id: person.id });
    await sql`
      insert into companies (parent_company_id, main_company_id, level, user_id, type, name, time_zone_utc,
        default_language, default_voice)
      select company_id, tree_id, 1, user_id, 'Element', 'Node ' || n, 180, 'ru', 'ru-RU-Standard-A'
      from companies, generate_series(1, 19998) n where company_id = ${second.company_id}`.execute(api.db);
    expect(await move(element, second, person)).toMatchObject({ status: 422, body: { code: 'tree_full' } });
    expect((await move(other, second, person)).status).toBe(200);
  });

  it('with 404 for nodes and parents of another user, and between the trees of two users', async () => {
    const [own, foreign] = [await createTree(owner), await createTree(otherUser)];
    const before = [await stored(own.main), await stored(foreign.main)];
    for (const [from, to, caller] of [
      [foreign.element, foreign.other, owner],
      [foreign.element, own.main, owner],
      [own.element, foreign.main, owner],
      [own.element, foreign.main, admin],
      [own.element, { ...own.main, company_id: 2_000_000_000 }, owner],
    ] as const) {
      expect(await move(from, to, caller)).toMatchObject({ status: 404, body: { error: 'Company not found' } });
    }
    expect([await stored(own.main), await stored(foreign.main)]).toEqual(before);
    const { company_id } = own.element;
    const body = { company_id, parent_company_id: own.other.company_id, user_id: otherUser.id };
    expect((await api.put('/api/company/move', { key: owner.key, body })).status).toBe(403);
  });
});

describe('concurrent changes', () => {
  it('of two nodes below each other succeed once and create no cycle', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = await createUser(api);
      const { main, element, other } = await createTree(person);
      const second = await createChain(main, 1);
      const answers = await Promise.all([
        move(element, other, person),
        move(other, element, round % 2 === 0 ? admin : person),
        move(second, other, admin),
      ]);
      const opposite = answers.slice(0, 2);
      expect(opposite.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers) {
        if (status !== 200) expect(body.code).toBeOneOf(['tree_cycle', 'rate_limited']);
      }
      expect(await treeOf(main)).toHaveLength(6);
      await expectConsistentTrees(person);
    }
  });

  it('of a branch and of its nodes leave every level and tree right', async () => {
    const person = await createUser(api);
    const { element, other, company } = await createTree(person);
    const second = await createCompany(api, { user_id: person.id });
    const targets = [second, other];
    const add = (below: Place) =>
      api.post('/api/company/add', { key: person.key, body: { name: 'Late', parent_company_id: below.company_id } });
    const copy = ({ company_id }: Place) =>
      api.post('/api/company/duplicate', { key: admin.key, body: { company_id } });
    for (let round = 0; round < 10; round += 1) {
      const to = targets[round % 2] ?? other;
      const answers = await Promise.all([
        ...[element, company, element, company].map(add),
        move(element, to, person),
        copy(company),
        ...[element, company].map(add),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200, 201, 201, 201]);
      await expectConsistentTrees(person);
    }
  });

  it('of a node and of its ancestor use the level that the other move leaves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await createUser(api);
      const { main, element, company, other } = await createTree(person);
      const deep = await createChain(other, 3);
      const answers = await Promise.all([move(element, deep, person), move(company, main, admin)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await expectConsistentTrees(person);
    }
  });

  it('leave no orphan when the new parent is deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { main, element, other } = await createTree(owner);
      const [moved, removed] = await Promise.all([
        move(element, other),
        api.delete('/api/company/delete', { key: owner.key, body: { company_id: other.company_id } }),
      ]);
      expect(`${moved.status} ${removed.status}`).toMatch(/^(200 409|404 204)$/);
      expect(await treeOf(main)).toHaveLength(moved.status === 200 ? 5 : 4);
    }
  });
});
