import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { bulkHttp } from '@belfry/schemas/http/fleet/bulk';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
  user = await createUser(api);
});

const bulk = (devices: TestDevice[], change: object, { key } = admin) => {
  const serials = devices.map(({ serial }) => serial);
  return api.call(bulkHttp.change, { key }, { targets: { serials }, change });
};
const read = async ({ serial }: TestDevice) => (await api.call(devicesHttp.info, admin, { device: serial })).body;
const placeOf = async (device: TestDevice) => {
  const { company_id } = await read(device);
  return api.db
    .selectFrom('companies')
    .select(['name', 'parent_company_id', 'tree_id', 'level', 'type'])
    .where('company_id', '=', company_id)
    .executeTakeFirst();
};

/** Two companies in two trees of one person. */
async function twoCompanies(owner: TestUser) {
  const mains = await Promise.all([1, 2].map(() => createCompany(api, { user_id: owner.id })));
  return Promise.all(mains.map((below) => createCompany(api, { below, type: 'Company' })));
}

describe('placing devices below a company', () => {
  it('makes an element for each unbound device, moves those of bound ones, and gives ownerless devices an owner', async () => {
    const [first, second] = await twoCompanies(user);
    const hall = await createCompany(api, { below: first!, type: 'Device', name: 'Hall' });
    const bound = await createDevice(api, { user_id: user.id, company_id: hall.company_id });
    const unbound = await createDevice(api, { user_id: user.id });
    const ownerless = await createDevice(api);
    const devices = [bound, unbound, ownerless];
    const { body } = await bulk(devices, { company_id: second!.company_id });
    expect(body).toMatchObject({ devices: 3, changed: 3, failed: 0 });
    const below = { parent_company_id: second!.company_id, tree_id: second!.tree_id, type: 'Device', level: 2 };
    expect(await placeOf(bound)).toEqual({ ...below, name: 'Hall' });
    expect(await placeOf(unbound)).toEqual({ ...below, name: unbound.serial });
    expect((await read(ownerless)).user_id).toBe(user.id);
    expect((await bulk(devices, { company_id: second!.company_id })).body).toMatchObject({ unchanged: 3 });
  });

  it('refuses devices of another person, and nodes that contain no devices', async () => {
    const [company] = await twoCompanies(user);
    const foreign = await createDevice(api, { user_id: admin.id });
    expect((await bulk([foreign], { company_id: company!.company_id })).body.failures).toEqual([
      expect.objectContaining({ code: 'other_owner' }),
    ]);
    const main = await createCompany(api, { user_id: admin.id });
    expect((await bulk([foreign], { company_id: main.company_id })).status).toBe(422);
    expect((await bulk([foreign], { company_id: 2_000_000_000 })).status).toBe(404);
    const mine = await createDevice(api, { user_id: user.id });
    expect((await bulk([mine], { company_id: main.company_id }, user)).status).toBe(404);
  });

  it('hides the companies of roots from admins', async () => {
    const root = await createUser(api, { role: 'root' });
    const [company] = await twoCompanies(root);
    const device = await createDevice(api);
    expect((await bulk([device], { company_id: company!.company_id })).status).toBe(404);
    expect((await bulk([device], { company_id: company!.company_id }, root)).body.changed).toBe(1);
    expect((await bulk([device], { company_id: null })).body.failed).toBe(1);
    expect((await bulk([device], { user_id: null })).body.failures).toMatchObject([{ code: 'other_owner' }]);
  });

  it('is undone by unbinding, which leaves the elements', async () => {
    const [company] = await twoCompanies(user);
    const device = await createDevice(api, { user_id: user.id });
    await bulk([device], { company_id: company!.company_id }, user);
    const place = await placeOf(device);
    expect((await bulk([device], { company_id: null }, user)).body).toMatchObject({ changed: 1 });
    expect(await placeOf(device)).toBeUndefined();
    const { name = '' } = place ?? {};
    expect(await api.db.selectFrom('companies').selectAll().where('name', '=', name).execute()).toHaveLength(1);
  });

  it('places concurrently without losing an element', async () => {
    const [company] = await twoCompanies(user);
    const devices = await Promise.all([1, 2, 3, 4].map(() => createDevice(api, { user_id: user.id })));
    const answers = await Promise.all(devices.map(() => bulk(devices, { company_id: company!.company_id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.changed, 0)).toBe(4);
    const children = api.db.selectFrom('companies').selectAll().where('parent_company_id', '=', company!.company_id);
    expect(await children.execute()).toHaveLength(4);
  });
});

describe('adding devices to a group', () => {
  it('adds those that are bound and refuses the others', async () => {
    const [company] = await twoCompanies(user);
    const [bound, loose] = await Promise.all([1, 2].map(() => createDevice(api, { user_id: user.id })));
    await bulk([bound!], { company_id: company!.company_id });
    const group = await createGroup(api, { user_id: user.id });
    const { body } = await bulk([bound!, loose!], { group_id: group.id }, user);
    expect(body).toMatchObject({ changed: 1, failed: 1, failures: [{ serial: loose!.serial, code: 'not_bound' }] });
    const elements = await api.call(groupsHttp.elements, user, { id: group.id });
    expect(elements.body.map(({ serial }) => serial)).toEqual([bound!.serial]);
    expect((await bulk([bound!], { group_id: group.id }, user)).body.unchanged).toBe(1);
  });

  it('does not find the group of another user', async () => {
    const group = await createGroup(api, { user_id: admin.id });
    const mine = await createDevice(api, { user_id: user.id });
    expect((await bulk([mine], { group_id: group.id }, user)).status).toBe(404);
  });
});

describe('a change of the owner', () => {
  it('has the consequences of a single one: keys end, devices are unbound and disconnected', async () => {
    const [company] = await twoCompanies(user);
    const device = await createDevice(api, { user_id: user.id });
    await bulk([device], { company_id: company!.company_id });
    api.broker.disconnected.length = 0;
    const other = await createUser(api);
    expect((await bulk([device], { user_id: other.id })).body).toMatchObject({ changed: 1 });
    expect(await read(device)).toMatchObject({
      user_id: other.id,
      company_id: null,
      enrolled: false,
      device_mode: 'new',
    });
    expect(api.broker.disconnected.flatMap(({ ids }) => ids)).toContain(device.serial);
    expect((await bulk([device], { user_id: 2_000_000_000 })).status).toBe(422);
  });
});
