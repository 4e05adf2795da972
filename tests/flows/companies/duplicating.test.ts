import { type CompanyNode, companiesHttp } from '@belfry/schemas/http/companies/companies';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { findAudit } from '../../support/audit.ts';
import { flow } from '../../support/flow.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { createBranchWithElement } from '../../support/trees.ts';

let api: TestApi;
let owner: TestUser;
let otherUser: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, otherUser, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
});

const duplicate = (company_id: number, { key } = owner) =>
  api.call(companyChangesHttp.duplicate, { key }, { company_id });

const tree = async (company_id: number) => (await api.call(companiesHttp.tree, admin, { company_id })).body;

const auditOf = (action: string, id: number) => findAudit(api.db, action, id);

const branch = (user: TestUser, name = 'Main') => createBranchWithElement(api, user, name);

describe('duplicating a node', () => {
  const shape = (nodes: CompanyNode[]) => {
    const nameOf = new Map(nodes.map(({ company_id, name }) => [company_id, name]));
    return nodes.slice(1).map(({ name, type, city, parent_company_id }) => {
      const above = nodes[0]?.company_id === parent_company_id ? 'top' : nameOf.get(parent_company_id ?? 0);
      return { name, type, city, above };
    });
  };

  it('copies all nodes below without devices, with a unique name', async () => {
    const { main, node } = await branch(owner, 'Original');
    await createCompany(api, { below: main, name: 'Ünï 🎄', city: 'Köln' });
    const device = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
    const first = await duplicate(main.company_id);
    expect(first).toMatchObject({ status: 201, body: { id: first.body.company_id } });
    const [original, copy] = [await tree(main.company_id), await tree(first.body.company_id)];
    expect(shape(copy)).toEqual(shape(original));
    expect(copy[0]).toMatchObject({ name: 'Original copy', user_id: owner.id, parent_company_id: null });
    expect(copy.map(({ serial }) => serial)).toEqual(copy.map(() => null));
    expect(original.find(({ type }) => type === 'Device')?.serial).toBe(device.serial);
    const ids = new Set([...original, ...copy].map(({ company_id }) => company_id));
    expect(ids.size).toBe(original.length * 2);
    const second = await duplicate(first.body.company_id);
    expect((await tree(second.body.company_id))[0]?.name).toBe('Original copy (2)');
    expect(await auditOf('company.duplicate', first.body.company_id)).toHaveLength(1);
    const added = await api.call(companyChangesHttp.add, owner, {
      name: 'new',
      parent_company_id: copy[1]?.company_id,
    });
    expect(added.status).toBe(201);
    expect(await tree(first.body.company_id)).toHaveLength(copy.length + 1);
  });

  it('copies a branch beside itself', async () => {
    const { main, element } = await branch(owner);
    const { body } = await duplicate(element.company_id);
    const nodes = await tree(main.company_id);
    expect(nodes).toHaveLength(7);
    expect(nodes.find(({ company_id }) => company_id === body.company_id)?.parent_company_id).toBe(main.company_id);
    expect(await tree(body.company_id)).toHaveLength(3);
  });

  it('twice concurrently creates two names', async () => {
    const { company_id } = await createCompany(api, { user_id: owner.id, name: 'Twin' });
    const copies = await Promise.all([owner, admin].map((account) => duplicate(company_id, account)));
    const names = await Promise.all(copies.map(async ({ body }) => (await tree(body.company_id))[0]?.name));
    expect(new Set(names)).toEqual(new Set(['Twin copy', 'Twin copy (2)']));
  });

  it('of 2,000 nodes is one statement, and never exceeds the size limit of a tree', async () => {
    const account = await createUser(api);
    const main = await createCompany(api, { user_id: account.id, name: 'Large' });
    const element = await createCompany(api, { below: main });
    await grow(element, 1_998);
    const { body } = await duplicate(main.company_id, account);
    const [original, copy] = [await tree(main.company_id), await tree(body.company_id)];
    expect(copy).toHaveLength(2_000);
    expect(shape(copy)).toEqual(shape(original));
    const mains = await api.call(companiesHttp.listMain, account);
    expect(mains.body.map(({ subcompany_count }) => subcompany_count)).toEqual([1_999, 1_999]);

    await grow(element, 9_000);
    const { status, body: refused } = await duplicate(element.company_id, account);
    expect({ status, error: refused.error }).toEqual({ status: 422, error: 'A tree has 20000 elements at most' });
    expect(await tree(main.company_id)).toHaveLength(11_000);
  });

  it('of another user returns 404', async () => {
    const { company_id } = await createCompany(api, { user_id: owner.id });
    expect((await duplicate(company_id, otherUser)).status).toBe(404);
    const { body } = await duplicate(company_id, admin);
    expect((await tree(body.company_id))[0]?.user_id).toBe(owner.id);
  });

  /** Inserts so many elements below a node. */
  async function grow({ company_id }: { company_id: number }, nodes: number): Promise<void> {
    await sql`
      insert into companies (parent_company_id, main_company_id, level, user_id, type, name, time_zone_utc,
        default_language, default_voice)
      select company_id, tree_id, level + 1, user_id, 'Element', 'Node ' || n, 180, 'ru', 'ru-RU-Standard-A'
      from companies, generate_series(1, ${nodes}) n where company_id = ${company_id}`.execute(api.db);
  }
});

it('the number of main companies per user is limited', async () => {
  const account = await createUser(api);
  await sql`
    insert into companies (level, user_id, type, name, time_zone_utc, default_language, default_voice)
    select 0, ${account.id}, 'Main', 'Main ' || n, 180, 'ru', 'ru-RU-Standard-A' from generate_series(1, 500) n
  `.execute(api.db);
  const added = await api.call(companyChangesHttp.addMain, account, { name: 'One more' });
  expect(added).toMatchObject({ status: 422, body: { error: 'There can be 500 main companies at most' } });
  const mains = await api.call(companiesHttp.listMain, account);
  expect(await duplicate(mains.body[0]?.company_id ?? 0, account)).toMatchObject({ status: 422 });
});
