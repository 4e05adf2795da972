import { randomSerial } from '@belfry/schemas/domain/serial';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { createBranch } from '../../support/trees.ts';

let api: TestApi;
let owner: TestUser;
let otherUser: TestUser;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [owner, otherUser, admin] = [await createUser(api), await createUser(api), await createAdmin(api)];
});
beforeEach(() => {
  api.broker.disconnected.length = 0;
  api.broker.published.length = 0;
});

const bind = (serial: string, company_id: number, { key } = owner) =>
  api.call(bindingHttp.bind, { key }, { serial, company_id });

const infoOf = async (serial: string) => (await api.call(devicesHttp.info, admin, { device: serial })).body;

const treeOf = (user: TestUser) => createBranch(api, user);

describe('the node id in an administrator’s device form', () => {
  const create = (company_id: number) =>
    api.call(devicesAdminHttp.create, admin, { serial: randomSerial(), company_id });
  const edit = (device_id: number, company_id: number | null) =>
    api.call(devicesAdminHttp.edit, admin, { device_id, company_id });

  it('must be that of a device node', async () => {
    const { main } = await treeOf(owner);
    const device = await createDevice(api);
    for (const refused of [await create(999_999), await edit(device.device_id, 999_999)]) {
      expect(refused).toMatchObject({ status: 422, body: { error: 'There is no element with the number 999999' } });
    }
    expect((await create(3_000_000_000)).status).toBe(400);
    for (const refused of [await create(main.company_id), await edit(device.device_id, main.company_id)]) {
      expect(refused).toMatchObject({
        status: 422,
        body: { details: [{ path: 'company_id', message: 'A device can be bound to an element of type Device only' }] },
      });
    }
  });

  it('may be that of a company, where a new device gets an element with its note or serial as the name', async () => {
    const { company, node } = await treeOf(owner);
    const serial = randomSerial();
    const body = { serial, company_id: company.company_id };
    const named = await api.call(devicesAdminHttp.create, admin, { ...body, note: 'Hall', serial: randomSerial() });
    expect(named.body).toMatchObject({ user_id: owner.id, company_name: 'Hall' });
    const created = await api.call(devicesAdminHttp.create, admin, body);
    expect(created.body).toMatchObject({ user_id: owner.id, company_name: serial });
    const tree = (await api.call(companiesHttp.tree, owner, { company_id: company.company_id, expandAll: true })).body;
    expect(tree.map(({ company_id }) => company_id)).toContain(created.body.company_id);
    const foreign = await treeOf(await createUser(api, { role: 'root' }));
    expect((await create(foreign.company.company_id)).body).toMatchObject({
      error: `There is no element with the number ${foreign.company.company_id}`,
    });
    const found = await api.call(companiesHttp.search, owner, { for_device: 'true' });
    const has = (id: number | null): boolean => found.body.some(({ company_id }) => company_id === id);
    expect([company, node, created.body].map(({ company_id }) => has(company_id))).toEqual([true, true, false]);
  });

  it('cannot be that of a root’s node, unless a root enters it', async () => {
    const root = await createUser(api, { role: 'root' });
    const { node } = await treeOf(root);
    const device = await createDevice(api);
    const refusal = { status: 422, body: { error: `There is no element with the number ${node.company_id}` } };
    expect(await create(node.company_id)).toMatchObject(refusal);
    expect(await edit(device.device_id, node.company_id)).toMatchObject(refusal);
    expect(await bind(device.serial, node.company_id, admin)).toMatchObject({ status: 404 });
    expect((await bind(device.serial, node.company_id, root)).status).toBe(200);
    // An unchanged value is accepted.
    expect((await edit(device.device_id, node.company_id)).status).toBe(200);
  });

  it('is not overwritten by an edit that started before the owner bound the device; the edit is rejected with the current values', async () => {
    const { node } = await treeOf(owner);
    const device = await createDevice(api, { user_id: owner.id, note: 'old' });
    const change = (body: object) => api.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, ...body });
    const { revision } = (await change({})).body;
    // Status messages and edits without changes do not count as concurrent changes.
    const unchanged = await change({ device_status: 'maintenance', note: 'old', revision });
    expect(unchanged.body.revision).toBe(revision);
    await bind(device.serial, node.company_id);
    const refused = await change({ note: 'new', company_id: null, revision });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { note: 'old', company_id: node.company_id } },
    });
    const now = refused.body.current;
    expect(now?.revision).toBeGreaterThan(revision);
    expect((await change({ note: 'new', revision: now?.revision })).body).toMatchObject({
      note: 'new',
      company_id: node.company_id,
    });
  });

  it('binds a new device, moves it to another node and unbinds it', async () => {
    const [first, second] = [await treeOf(owner), await treeOf(owner)];
    const { body: device } = await create(first.node.company_id);
    expect(device).toMatchObject({ company_id: first.node.company_id, company_name: 'Speaker', user_id: owner.id });
    expect(await create(first.node.company_id)).toMatchObject({ status: 409 });
    expect((await edit(device.device_id, second.node.company_id)).body.company_id).toBe(second.node.company_id);
    expect((await edit(device.device_id, second.node.company_id)).status).toBe(200);
    expect((await edit(device.device_id, null)).body).toMatchObject({ company_id: null, user_id: owner.id });
    const foreign = await treeOf(otherUser);
    expect(await edit(device.device_id, foreign.node.company_id)).toMatchObject({
      status: 409,
      body: { code: 'device_owned' },
    });
  });

  it('is free again after the device is deleted', async () => {
    const { node } = await treeOf(owner);
    const { body: device } = await create(node.company_id);
    await api.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, device_mode: 'no' });
    expect((await api.call(devicesAdminHttp.remove, admin, { device_id: device.device_id })).status).toBe(204);
    const info = await api.call(companiesHttp.info, owner, { company_id: node.company_id });
    expect(info.body).toMatchObject({ serial: null, status: null });
  });
});

it('renaming a node renames its device in lists', async () => {
  const { node } = await treeOf(owner);
  const { serial } = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
  await api.call(companyChangesHttp.edit, owner, { company_id: node.company_id, name: 'Foyer' });
  expect(await infoOf(serial)).toMatchObject({ company_name: 'Foyer' });
});
