import type { CompanyInfo, CompanyNode, MainCompany } from '@belfry/schemas/http/companies';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';

let api: TestApi;
let owner: TestUser;
let otherUser: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [owner, otherUser, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
});
afterAll(() => api.stop());

const edit = (body: object, { key } = owner, path = '/api/company') =>
  api.put<CompanyInfo & { error: string }>(path, { key, body });
const remove = (body: object, { key } = owner) => api.delete('/api/company/delete', { key, body });
const duplicate = (company_id: number, { key } = owner) =>
  api.post<{ company_id: number; id: number; error?: string }>('/api/company/duplicate', { key, body: { company_id } });
const tree = async (company_id: number) =>
  (await api.post<CompanyNode[]>('/api/company/tree', { key: admin.key, body: { company_id } })).body;
const auditOf = (action: string, id: number) =>
  api.db.selectFrom('audit_log').selectAll().where('action', '=', action).where('object_id', '=', String(id)).execute();

/** A main company with an element, a company and a device below each other. */
async function branch(user: TestUser, name = 'Main') {
  const main = await createCompany(api, { user_id: user.id, name });
  const element = await createCompany(api, { below: main });
  const company = await createCompany(api, { below: element, type: 'Company' });
  return { main, element, company, node: await createCompany(api, { below: company, name: 'Speaker' }) };
}

describe('changing a node', () => {
  it('changes only the given fields, with and without a trailing slash in the path', async () => {
    const { company_id } = await createCompany(api, { user_id: owner.id, city: 'Oslo', emblem: '🏢' });
    expect((await edit({ company_id, name: ' New ', user_id: String(owner.id) })).body).toMatchObject({ name: 'New' });
    const changed = await edit({ company_id, description: 'd', zipCode: '1', emblem: '' }, owner, '/api/company/');
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'New', description: 'd', zip: '1', city: 'Oslo', emblem: null, time_zone_utc: 180 },
    });
    expect(await edit({ company_id, name: ' ' })).toMatchObject({ status: 400, body: { error: 'Name is required' } });
  });

  it('accepts its own type and serial number, and no others', async () => {
    const { node } = await branch(owner);
    const { company_id } = node;
    const device = await createDevice(api, { user_id: owner.id, company_id });
    for (const same of [
      { type: 3 },
      { type: 'device' },
      { serial: device.serial },
      { serial: null },
      { serial: '' },
      { device_type: '' },
    ]) {
      expect({ same, status: (await edit({ company_id, ...same })).status }).toEqual({ same, status: 200 });
    }
    expect(await edit({ company_id, type: 'Company' })).toMatchObject({
      status: 422,
      body: { error: 'The type of an element cannot change' },
    });
    expect(await edit({ company_id, serial: '0000-0000-0000-0000' })).toMatchObject({ status: 422 });
    expect(await edit({ company_id, parent_company_id: 1 })).toMatchObject({ status: 400 });
  });

  it('of another user is possible for administrators, with an audit row', async () => {
    const { company_id } = await createCompany(api, { user_id: owner.id });
    expect(await edit({ company_id, name: 'Mine' }, otherUser)).toMatchObject({ status: 404 });
    expect(await edit({ company_id, name: 'Mine', user_id: owner.id }, otherUser)).toMatchObject({ status: 403 });
    expect((await edit({ company_id, name: 'Ours', user_id: admin.id }, admin)).body).toMatchObject({
      name: 'Ours',
      user_id: owner.id,
    });
    expect(await auditOf('company.edit', company_id)).toMatchObject([{ user_id: admin.id, details: { name: 'Ours' } }]);
    await edit({ company_id, name: 'Own' });
    expect(await auditOf('company.edit', company_id)).toHaveLength(1);
  });

  it('sends events to the consoles of the owner and of the administrators', async () => {
    const { main, element } = await branch(owner);
    await edit({ company_id: element.company_id, name: 'Told' });
    const told = (userId: number) =>
      api.broker.published.some(({ topic, payload }) => {
        const said = JSON.stringify(payload);
        return (
          topic === `users/${userId}/events` &&
          said.includes('companies_changed') &&
          [main, element].every(({ company_id }) => said.includes(String(company_id)))
        );
      });
    await expect.poll(() => told(owner.id) && told(admin.id)).toBe(true);
    expect(told(otherUser.id)).toBe(false);
  });
});

describe('deleting a node', () => {
  it('is rejected while it has children', async () => {
    const { main, company } = await branch(owner, 'Full');
    for (const { company_id } of [main, company]) {
      const { status, body } = await remove({ company_id, user_id: owner.id });
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
      expect(body.error).toContain('has elements below it');
    }
  });

  it('is possible from the leaves up, unbinds the device and writes an audit row', async () => {
    const { main, element, company, node } = await branch(owner);
    const device = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
    for (const { company_id } of [node, company, element, main]) {
      expect((await remove({ company_id })).status).toBe(204);
      expect(await remove({ company_id })).toMatchObject({ status: 404, body: { error: 'Company not found' } });
    }
    expect((await api.get(`/api/devices/info/${device.serial}`, { key: owner.key })).body).toMatchObject({
      company_id: null,
      company_name: null,
      user_id: owner.id,
    });
    expect(await auditOf('company.delete', node.company_id)).toMatchObject([
      { user_id: owner.id, details: { serial: device.serial, name: 'Speaker' } },
    ]);
  });

  it('of another user returns 404', async () => {
    const { company_id } = await createCompany(api, { user_id: owner.id });
    expect((await remove({ company_id }, otherUser)).status).toBe(404);
    expect((await remove({ company_id }, admin)).status).toBe(204);
  });

  it('leaves no orphan when a child is added concurrently', async () => {
    for (let round = 0; round < 15; round += 1) {
      const main = await createCompany(api, { user_id: owner.id });
      const { company_id } = await createCompany(api, { below: main });
      const body = { name: 'late', parent_company_id: company_id };
      const [added, removed] = await Promise.all([
        api.post<{ company_id: number }>('/api/company/add', { key: owner.key, body }),
        remove({ company_id }),
      ]);
      expect([`${added.status} ${removed.status}`]).toEqual([expect.stringMatching(/^(201 409|404 204)$/)]);
      expect(await tree(main.company_id)).toHaveLength(added.status === 201 ? 3 : 1);
    }
  });

  it('happens with the deletion of its owner', async () => {
    const person = await createUser(api);
    const { main, node } = await branch(person);
    const device = await createDevice(api, { user_id: person.id, company_id: node.company_id });
    await api.db.deleteFrom('users').where('id', '=', person.id).execute();
    const left = await api.db.selectFrom('companies').selectAll().where('tree_id', '=', main.company_id).execute();
    expect(left).toEqual([]);
    const { body } = await api.get(`/api/devices/info/${device.device_id}`, { key: admin.key });
    expect(body).toMatchObject({ company_id: null, user_id: null });
  });
});

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
    const added = await api.post('/api/company/add', {
      key: owner.key,
      body: { name: 'new', parent_company_id: copy[1]?.company_id },
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
    const copies = await Promise.all([owner, admin].map((person) => duplicate(company_id, person)));
    const names = await Promise.all(copies.map(async ({ body }) => (await tree(body.company_id))[0]?.name));
    expect(new Set(names)).toEqual(new Set(['Twin copy', 'Twin copy (2)']));
  });

  it('of 2,000 nodes is one statement, and never exceeds the size limit of a tree', async () => {
    const person = await createUser(api);
    const main = await createCompany(api, { user_id: person.id, name: 'Large' });
    const element = await createCompany(api, { below: main });
    await grow(element, 1_998);
    const { body } = await duplicate(main.company_id, person);
    const [original, copy] = [await tree(main.company_id), await tree(body.company_id)];
    expect(copy).toHaveLength(2_000);
    expect(shape(copy)).toEqual(shape(original));
    const mains = await api.get<MainCompany[]>('/api/company/main/companies', { key: person.key });
    expect(mains.body.map(({ subcompany_count }) => subcompany_count)).toEqual([1_999, 1_999]);

    await grow(element, 9_000);
    const { status, body: refused } = await duplicate(element.company_id, person);
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
  const person = await createUser(api);
  await sql`
    insert into companies (level, user_id, type, name, time_zone_utc, default_language, default_voice)
    select 0, ${person.id}, 'Main', 'Main ' || n, 180, 'ru', 'ru-RU-Standard-A' from generate_series(1, 500) n
  `.execute(api.db);
  const added = await api.post('/api/company/main/add', { key: person.key, body: { name: 'One more' } });
  expect(added).toMatchObject({ status: 422, body: { error: 'There can be 500 main companies at most' } });
  const mains = await api.get<MainCompany[]>('/api/company/main/companies', { key: person.key });
  expect(await duplicate(mains.body[0]?.company_id ?? 0, person)).toMatchObject({ status: 422 });
});

it('the profile contains the user’s main companies', async () => {
  const person = await createUser(api);
  const info = async () => (await api.get('/api/users/info', { key: person.key })).body['companies'];
  expect(await info()).toEqual([]);
  const { main } = await branch(person, 'Shop 10');
  const nine = await createCompany(api, { user_id: person.id, name: 'Shop 9' });
  expect(await info()).toEqual([
    { company_id: nine.company_id, name: 'Shop 9' },
    { company_id: main.company_id, name: 'Shop 10' },
  ]);
});
