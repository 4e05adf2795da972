import { randomSerial } from '@belfry/schemas/domain/serial';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
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

const unbind = (serial: string | undefined, { key } = owner) => api.call(bindingHttp.unbind, { key }, { serial });

const waiting = async () => (await api.call(devicesHttp.listWaiting, owner)).body;

const infoOf = async (serial: string) => (await api.call(devicesHttp.info, admin, { device: serial })).body;

const treeOf = (user: TestUser) => createBranch(api, user);

describe('binding a device', () => {
  it('to a node appears in lists, in the tree and in the wait list', async () => {
    const { main, node } = await treeOf(owner);
    const device = await createDevice(api, { user_id: owner.id, device_mode: 'ok' });
    expect((await waiting()).map(({ serial }) => serial)).toContain(device.serial);
    const bound = await bind(device.serial, node.company_id);
    expect(bound).toMatchObject({
      status: 200,
      body: { company_id: node.company_id, company_name: 'Speaker', device_mode: 'ok', user_id: owner.id },
    });
    expect((await waiting()).map(({ serial }) => serial)).not.toContain(device.serial);
    const listed = await api.call(devicesHttp.listOwn, owner);
    expect(listed.body).toContainEqual(bound.body);
    const all = await api.call(devicesHttp.list, admin, { q: device.serial, page: '1' });
    expect(all.body).toEqual([bound.body]);
    const tree = await api.call(companiesHttp.tree, owner, { company_id: main.company_id });
    expect(tree.body.at(-1)).toMatchObject({ serial: device.serial, status: 'offline' });
    expect((await bind(device.serial, node.company_id)).status).toBe(200);
  });

  it('sends events about the device and the tree to the owner’s consoles', async () => {
    const { node } = await treeOf(owner);
    const device = await createDevice(api, { user_id: owner.id });
    await bind(device.serial, node.company_id);
    const types = () =>
      api.broker.published
        .filter(({ topic }) => topic === `users/${owner.id}/events`)
        .map(({ payload }) => /(\w+_changed)/.exec(JSON.stringify(payload))?.[1]);
    await expect.poll(types).toEqual(expect.arrayContaining(['devices_changed', 'companies_changed']));
    expect(api.broker.disconnected).toEqual([]);
  });

  it('is rejected when the device or the node is taken', async () => {
    const [first, second] = [await treeOf(owner), await treeOf(owner)];
    const [device, other] = [
      await createDevice(api, { user_id: owner.id, company_id: first.node.company_id }),
      await createDevice(api, { user_id: owner.id }),
    ];
    expect(await bind(device.serial, second.node.company_id)).toMatchObject({
      status: 409,
      body: { error: 'This device is bound to another element already. Unbind it there first.' },
    });
    expect(await bind(other.serial, first.node.company_id)).toMatchObject({
      status: 409,
      body: { error: 'Another device is bound to this element already. Unbind it first.' },
    });
  });

  it('is possible at nodes of type Device only', async () => {
    const { main, company } = await treeOf(owner);
    const { serial } = await createDevice(api, { user_id: owner.id });
    for (const { company_id } of [main, company]) {
      expect(await bind(serial, company_id)).toMatchObject({
        status: 422,
        body: { error: 'A device can be bound to an element of type Device only' },
      });
    }
  });

  it('returns 404 for devices and nodes of other users', async () => {
    const [own, foreign] = [await treeOf(owner), await treeOf(otherUser)];
    const [mine, theirs, nobodys] = [
      await createDevice(api, { user_id: owner.id }),
      await createDevice(api, { user_id: otherUser.id }),
      await createDevice(api),
    ];
    expect(await bind(mine.serial, foreign.node.company_id)).toMatchObject({ status: 404 });
    for (const { serial } of [theirs, nobodys, { serial: randomSerial() }]) {
      expect(await bind(serial, own.node.company_id)).toMatchObject({
        status: 404,
        body: { error: 'Device not found' },
      });
    }
    expect(await bind(mine.serial, foreign.node.company_id, admin)).toMatchObject({
      status: 409,
      body: { code: 'device_owned' },
    });
    expect((await bind(mine.serial, own.node.company_id, admin)).status).toBe(200);
    const kept = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'device.bind')
      .where('object_id', '=', String(mine.device_id))
      .execute();
    expect(kept.filter(({ user_id }) => user_id === admin.id)).toMatchObject([
      { user_id: admin.id, details: { user_id: owner.id, serial: mine.serial } },
    ]);
  });

  it('by an administrator gives a device without owner to the owner of the node', async () => {
    const { node } = await treeOf(owner);
    const { serial } = await createDevice(api);
    expect((await bind(serial, node.company_id, admin)).body).toMatchObject({ user_id: owner.id });
    expect(api.broker.disconnected).toEqual([{ kind: 'console', ids: [String(owner.id)] }]);
  });

  it('is done for one of many concurrent requests for a node', async () => {
    const { node } = await treeOf(owner);
    const devices = [];
    for (let n = 0; n < 6; n += 1) devices.push(await createDevice(api, { user_id: owner.id }));
    const answers = await Promise.all(devices.map(({ serial }) => bind(serial, node.company_id)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('while its node is deleted leaves no device at a deleted node', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { node } = await treeOf(owner);
      const { serial } = await createDevice(api, { user_id: owner.id });
      const [bound, removed] = await Promise.all([
        bind(serial, node.company_id),
        api.call(companyChangesHttp.remove, owner, { company_id: node.company_id }),
      ]);
      expect([bound.status, removed.status]).toEqual([expect.toBeOneOf([200, 404]), 204]);
      expect((await infoOf(serial)).company_id).toBeNull();
    }
  });

  it('together with a new node creates both or neither', async () => {
    const { company } = await treeOf(owner);
    const { serial } = await createDevice(api, { user_id: owner.id });
    const add = (body: object) =>
      api.call(companyChangesHttp.add, owner, { name: 'New', parent_company_id: company.company_id, ...body });
    const { status, body } = await add({ type: 'Device', serial });
    expect(status).toBe(201);
    expect((await infoOf(serial)).company_id).toBe(body.company_id);
    const children = () =>
      api.db.selectFrom('companies').selectAll().where('parent_company_id', '=', company.company_id).execute();
    const before = await children();
    expect((await add({ type: 'Device', serial })).status).toBe(409);
    expect((await add({ type: 'Device', serial: randomSerial() })).status).toBe(404);
    expect(await children()).toEqual(before);
  });
});

describe('unbinding a device', () => {
  it('removes it from its node but not from its owner', async () => {
    const { node } = await treeOf(owner);
    const { serial } = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
    expect(await unbind(serial, otherUser)).toMatchObject({ status: 404, body: { error: 'Device not found' } });
    for (let time = 0; time < 2; time += 1) {
      expect(await unbind(serial)).toMatchObject({
        status: 200,
        body: { company_id: null, company_name: null, user_id: owner.id },
      });
    }
    expect((await waiting()).map((device) => device.serial)).toContain(serial);
    expect((await bind(serial, node.company_id)).status).toBe(200);
    expect((await unbind(serial, admin)).status).toBe(200);
  });

  it('requires a serial number', async () => {
    for (const serial of [undefined, '', ' ']) {
      expect(await unbind(serial)).toMatchObject({
        status: 400,
        body: { error: 'Device serial number is required for unbinding' },
      });
    }
  });
});
