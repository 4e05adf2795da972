import { CHILD_TYPES, COMPANY_TYPES, TREE_DEPTH_MAX, type CompanyType } from '@belfry/schemas/domain/companies';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

let api: TestApi;
let owner: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, admin] = [await createUser(api), await createAdmin(api)];
});

const add = (body: object, { key } = owner) => api.call(companyChangesHttp.add, { key }, { ...body });

const tree = (company_id: number, { key } = owner) =>
  api.call(companiesHttp.tree, { key }, { company_id, expandAll: true });

const info = (company_id: number, { key } = owner) => api.call(companiesHttp.info, { key }, { company_id });

describe('a company tree', () => {
  it('lists parents before children, and siblings in natural order', async () => {
    const root = await createCompany(api, { user_id: owner.id });
    const names = ['Hall 10', 'hall 2', 'Ангар', 'Hall 1', 'ёж', 'Атриум'];
    for (const name of names) await createCompany(api, { below: root, name });
    const [first] = (await tree(root.company_id)).body.slice(1);
    await createCompany(api, { below: { ...root, ...first, level: 1, type: 'Element' }, name: 'A' });
    const { body } = await tree(root.company_id);
    expect(body.map(({ name }) => name).slice(1)).toEqual([
      'Hall 1',
      'hall 2',
      'Hall 10',
      'Ангар',
      'Атриум',
      'ёж',
      'A',
    ]);
    expect(body[0]).toMatchObject({ company_id: root.company_id, parent_company_id: null, type: 'Main' });
  });

  it('never lists a child before its parent', async () => {
    const places = [await createCompany(api, { user_id: owner.id })];
    // A fixed seed makes failures reproducible.
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let n = 0; n < 120; n += 1) {
      const below = places[random(places.length)];
      if (below) places.push(await createCompany(api, { below, type: 'Element', name: `N ${random(9)}` }));
    }
    const { body } = await tree(places[0]?.company_id ?? 0);
    const seen = new Set<number | null>([null]);
    for (const { company_id, parent_company_id } of body) {
      expect(seen).toContain(parent_company_id);
      seen.add(company_id);
    }
    expect(seen.size).toBe(places.length + 1);
    const branch = places[3];
    const below = (await tree(branch?.company_id ?? 0)).body.map(({ company_id }) => company_id);
    const expected = new Set([branch?.company_id]);
    for (const node of body) if (expected.has(node.parent_company_id ?? -1)) expected.add(node.company_id);
    expect(new Set(below)).toEqual(expected);
  });

  it('lists a thousand siblings in natural order, each once', async () => {
    const root = await createCompany(api, { user_id: owner.id });
    // The ids follow another order than the names.
    await sql`
      insert into companies (parent_company_id, main_company_id, level, user_id, type, name)
      select ${root.company_id}, ${root.company_id}, 1, ${owner.id}, 'Element', 'Room ' || (n * 7) % 1009
      from generate_series(1, 1008) n`.execute(api.db);
    const { body } = await tree(root.company_id);
    const names = body.slice(1).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 1_008 }, (_, index) => `Room ${index + 1}`));
  });

  it('contains all fields of a node, with both names of zip and both formats of the offset', async () => {
    const root = await createCompany(api, { user_id: owner.id });
    const element = await createCompany(api, { below: root });
    const { body } = await add({
      parent_company_id: String(element.company_id),
      type: 2,
      name: 'Office',
      description: 'Ground floor',
      continent: 'Europe',
      country: 'South Georgia and the South Sandwich Islands',
      city: 'Riga',
      street: 'Brīvības',
      house: '12/1',
      zipCode: 'LV-1010',
      emblem: '🏢',
      device_type: 'audio',
      time_zone_utc: '+05:30',
      default_language: 'en',
      default_voice: 'en-US-Standard-B',
    });
    expect((await info(body.company_id)).body).toMatchObject({
      type: 'Company',
      zip: 'LV-1010',
      house: '12/1',
      device_type: 'audio',
      time_zone_utc: 330,
      default_language: 'en',
      default_voice: 'en-US-Standard-B',
    });
    expect((await tree(root.company_id)).body.at(-1)).toMatchObject({ name: 'Office', city: 'Riga', serial: null });
  });

  it('that an administrator adds belongs to the owner of the node above', async () => {
    const root = await createCompany(api, { user_id: owner.id });
    expect(await tree(999_999)).toMatchObject({ status: 404, body: { error: 'Company not found' } });
    const added = await add({ name: 'x', parent_company_id: root.company_id, user_id: admin.id }, admin);
    expect((await info(added.body.company_id)).body.user_id).toBe(owner.id);
  });
});

describe('allowed types of nodes', () => {
  const pairs = COMPANY_TYPES.flatMap((parent) => COMPANY_TYPES.map((child) => [parent, child] as const));

  it.each(pairs)('%s above %s', async (parent, child) => {
    const below = await createCompany(api, { user_id: owner.id });
    const node = parent === 'Main' ? below : await createCompany(api, { below, type: parent });
    const { status, body } = await add({ name: 'x', type: child, parent_company_id: node.company_id });
    if (CHILD_TYPES[parent].includes(child)) expect(status).toBe(201);
    else expect({ status, error: body.error }).toEqual({ status: 422, error: refusal(parent) });
  });

  const refusal = (parent: CompanyType): string =>
    parent === 'Device'
      ? 'Cannot add elements to this parent. Device elements cannot have children.'
      : `Only ${CHILD_TYPES[parent].join(' or ')} can be added to ${parent}`;

  it('default to the first allowed type', async () => {
    const root = await createCompany(api, { user_id: owner.id });
    const company = await createCompany(api, { below: root, type: 'Company' });
    const [element, device] = [
      await add({ name: 'x', parent_company_id: root.company_id }),
      await add({ name: 'x', parent_company_id: company.company_id }),
    ];
    expect((await info(element.body.company_id)).body.type).toBe('Element');
    expect((await info(device.body.company_id)).body.type).toBe('Device');
  });

  it('are limited in depth', async () => {
    let node = await createCompany(api, { user_id: owner.id });
    for (let level = 1; level <= TREE_DEPTH_MAX; level += 1) {
      node = await createCompany(api, { below: node, type: 'Element' });
    }
    const { status, body } = await add({ name: 'x', parent_company_id: node.company_id });
    expect({ status, error: body.error }).toEqual({ status: 422, error: 'A tree has 64 levels at most' });
  });

  it('without a parent are main companies only', async () => {
    const { status, body } = await add({ name: 'x', parent_company_id: '' });
    expect(status).toBe(201);
    expect((await info(body.company_id)).body).toMatchObject({ type: 'Main', parent_company_id: null });
  });

  it('require a parent for all but main companies', async () => {
    expect(await add({ name: 'x', type: 'Element' })).toMatchObject({
      status: 422,
      body: { error: 'Element needs a parent to stand below' },
    });
  });
});

it('can be added to one parent concurrently', async () => {
  const root = await createCompany(api, { user_id: owner.id });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => add({ name: `n ${n}`, parent_company_id: root.company_id })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect((await tree(root.company_id)).body).toHaveLength(21);
});
