import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestUser,
} from '../../support/factories.ts';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { createTree, findTree, expectConsistentTrees } from '../../support/trees.ts';
import { findAudit } from '../../support/audit.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

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

describe('moving a node', () => {
  it('moves its subtree with levels, device and groups, within the tree and to another one', async () => {
    const user = await createUser(api);
    const { main, element, company, node, other } = await createTree(api, user);
    const second = await createCompany(api, { user_id: user.id, name: 'Second' });
    const device = await createDevice(api, { user_id: user.id, company_id: node.company_id });
    const group = await createGroup(api, { user_id: user.id, devices: [node] });

    expect(await move(element, other, user)).toMatchObject({
      status: 200,
      body: { company_id: element.company_id, parent_company_id: other.company_id },
    });
    const levels = async (tree: NodePosition) =>
      new Map((await findTree(api, tree)).map(({ company_id, level }) => [company_id, level]));
    expect(await levels(main)).toEqual(
      new Map([main, other, element, company, node].map(({ company_id }, level) => [company_id, level])),
    );
    expect(
      (await api.call(companiesHttp.tree, admin, { company_id: main.company_id })).body.map(
        ({ company_id }) => company_id,
      ),
    ).toEqual([main, other, element, company, node].map(({ company_id }) => company_id));

    expect((await move(element, second, user)).status).toBe(200);
    expect(await levels(second)).toEqual(
      new Map([second, element, company, node].map(({ company_id }, level) => [company_id, level])),
    );
    await expectConsistentTrees(api, user);
    const mains = await api.call(companiesHttp.listMain, user);
    expect(mains.body.map(({ company_id, subcompany_count }) => [company_id, subcompany_count])).toEqual([
      [second.company_id, 3],
      [main.company_id, 1],
    ]);
    const info = await api.call(devicesHttp.info, user, { device: device.serial });
    expect(info.body).toMatchObject({ company_id: node.company_id, company_name: 'Speaker', user_id: user.id });
    const elements = await api.call(groupsHttp.elements, user, { id: group.id });
    expect(elements.body).toMatchObject([{ company_id: node.company_id, serial: device.serial }]);
    const count = api.db.selectFrom('company_counts').select('nodes').where('user_id', '=', user.id);
    expect(await count.executeTakeFirst()).toEqual({ nodes: 6 });
  });

  it('below its present parent changes nothing and sends no event', async () => {
    const { main, element } = await createTree(api, owner);
    const before = await api.db.selectFrom('companies').selectAll().where('tree_id', '=', main.tree_id).execute();
    expect((await move(element, main)).status).toBe(200);
    const after = await api.db.selectFrom('companies').selectAll().where('tree_id', '=', main.tree_id).execute();
    expect(after).toEqual(before);
    expect(await findAudit(api.db, 'company.move', element.company_id)).toEqual([]);
    expect(eventsAbout(owner, element)).toEqual([]);
  });

  it('writes an audit row and sends events to the owner and the administrators', async () => {
    const { main, element } = await createTree(api, owner);
    const second = await createCompany(api, { user_id: owner.id });
    await move(element, second, admin);
    expect(await findAudit(api.db, 'company.move', element.company_id)).toMatchObject([
      { user_id: admin.id, details: { user_id: owner.id, from: main.company_id, to: second.company_id } },
    ]);
    for (const user of [owner, admin]) {
      await expect
        .poll(() => eventsAbout(user, element))
        .toContainEqual(expect.arrayContaining([element, main, second].map(({ company_id }) => company_id)));
    }
    expect(eventsAbout(otherUser, element)).toEqual([]);
  });

  it('of 2,000 nodes is one update', async () => {
    const user = await createUser(api);
    const { element, other } = await createTree(api, user);
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
    expect((await move(element, other, user)).status).toBe(200);
    await sql`drop trigger count_update on companies`.execute(api.db);
    expect((await sql`select n from updates`.execute(api.db)).rows).toHaveLength(1);
    await expectConsistentTrees(api, user);
    expect((await api.call(companiesHttp.tree, admin, { company_id: element.company_id })).body).toHaveLength(2_003);
  });

  const eventsAbout = ({ id }: TestUser, { company_id }: NodePosition): number[][] =>
    api.broker.published
      .filter(({ topic }) => topic === `users/${id}/events`)
      .map(({ payload }) => payload as { type: string; ids: number[] })
      .filter(({ type, ids }) => type === 'companies_changed' && ids.includes(company_id))
      .map(({ ids }) => ids);
});
