import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { findAudit } from '../../support/audit.ts';
import { flow } from '../../support/flow.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { createBranchWithElement } from '../../support/trees.ts';
import { pathOf } from '../../support/http-client.ts';

let api: TestApi;
let owner: TestUser;
let otherUser: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, otherUser, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
});

const edit = (body: object, { key } = owner) => api.call(companyChangesHttp.edit, { key }, { ...body });

const remove = (body: object, { key } = owner) => api.call(companyChangesHttp.remove, { key }, { ...body });

const tree = async (company_id: number) => (await api.call(companiesHttp.tree, admin, { company_id })).body;

const auditOf = (action: string, id: number) => findAudit(api.db, action, id);

const branch = (user: TestUser, name = 'Main') => createBranchWithElement(api, user, name);

describe('changing a node', () => {
  it('changes only the given fields, with and without a trailing slash in the path', async () => {
    const { company_id } = await createCompany(api, { user_id: owner.id, city: 'Oslo', emblem: '🏢' });
    expect((await edit({ company_id, name: ' New ', user_id: String(owner.id) })).body).toMatchObject({ name: 'New' });
    const body = { company_id, description: 'd', zipCode: '1', emblem: '' };
    const changed = await api.put(`${pathOf(companyChangesHttp.edit)}/`, { key: owner.key, body });
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
    expect(await edit({ company_id, name: 'Mine', user_id: owner.id }, otherUser)).toMatchObject({ status: 403 });
    expect((await edit({ company_id, name: 'Ours', user_id: admin.id }, admin)).body).toMatchObject({
      name: 'Ours',
      user_id: owner.id,
    });
    expect(await auditOf('company.edit', company_id)).toMatchObject([{ user_id: admin.id, details: { name: 'Ours' } }]);
    await edit({ company_id, name: 'Own' });
    expect((await auditOf('company.edit', company_id)).map(({ user_id }) => user_id)).toEqual([admin.id, owner.id]);
  });

  it('sends events to the consoles of the owner and of the administrators', async () => {
    const { main, element } = await branch(owner);
    await edit({ company_id: element.company_id, name: 'Told' });
    const receivedEvent = (userId: number) =>
      api.broker.published.some(({ topic, payload }) => {
        const message = JSON.stringify(payload);
        return (
          topic === `users/${userId}/events` &&
          message.includes('companies_changed') &&
          [main, element].every(({ company_id }) => message.includes(String(company_id)))
        );
      });
    await expect.poll(() => receivedEvent(owner.id) && receivedEvent(admin.id)).toBe(true);
    expect(receivedEvent(otherUser.id)).toBe(false);
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
    expect((await api.call(devicesHttp.info, owner, { device: device.serial })).body).toMatchObject({
      company_id: null,
      company_name: null,
      user_id: owner.id,
    });
    expect(await auditOf('company.delete', node.company_id)).toMatchObject([
      { user_id: owner.id, details: { serial: device.serial, name: 'Speaker' } },
    ]);
  });

  it('leaves no orphan when a child is added concurrently', async () => {
    for (let round = 0; round < 15; round += 1) {
      const main = await createCompany(api, { user_id: owner.id });
      const { company_id } = await createCompany(api, { below: main });
      const body = { name: 'late', parent_company_id: company_id };
      const [added, removed] = await Promise.all([
        api.call(companyChangesHttp.add, owner, { ...body }),
        remove({ company_id }),
      ]);
      expect([`${added.status} ${removed.status}`]).toEqual([expect.stringMatching(/^(201 409|404 204)$/)]);
      expect(await tree(main.company_id)).toHaveLength(added.status === 201 ? 3 : 1);
    }
  });

  it('happens with the deletion of its owner', async () => {
    const account = await createUser(api);
    const { main, node } = await branch(account);
    const device = await createDevice(api, { user_id: account.id, company_id: node.company_id });
    await api.db.deleteFrom('users').where('id', '=', account.id).execute();
    const left = await api.db.selectFrom('companies').selectAll().where('tree_id', '=', main.company_id).execute();
    expect(left).toEqual([]);
    const { body } = await api.call(devicesHttp.info, admin, { device: device.device_id });
    expect(body).toMatchObject({ company_id: null, user_id: null });
  });
});

it('the profile contains the user’s main companies', async () => {
  const account = await createUser(api);
  const info = async () => (await api.call(usersHttp.profile, account)).body['companies'];
  expect(await info()).toEqual([]);
  const { main } = await branch(account, 'Shop 10');
  const nine = await createCompany(api, { user_id: account.id, name: 'Shop 9' });
  expect(await info()).toEqual([
    { company_id: nine.company_id, name: 'Shop 9' },
    { company_id: main.company_id, name: 'Shop 10' },
  ]);
});
