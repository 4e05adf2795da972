import type { Device } from '@belfry/schemas/http/devices/devices';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
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

const waiting = async ({ key } = owner, query: object = {}) =>
  (await api.call(devicesHttp.listWaiting, { key }, { ...query })).body;

const treeOf = (user: TestUser) => createBranch(api, user);

describe('the wait list', () => {
  it('contains the user’s devices, with filters and pages; administrators can read those of others', async () => {
    const account = await createUser(api);
    const { node } = await treeOf(account);
    const serials = [];
    for (let n = 0; n < 3; n += 1) serials.push((await createDevice(api, { user_id: account.id })).serial);
    await createDevice(api, { user_id: account.id, company_id: node.company_id });
    const serialsOf = (devices: Device[]) => devices.map(({ serial }) => serial);
    expect(serialsOf(await waiting(account))).toEqual(serials.toSorted());
    expect(serialsOf(await waiting(account, { q: serials[0] }))).toEqual([serials[0]]);
    const page = await api.call(devicesHttp.listWaiting, account, { page: '2', page_size: '2' });
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(page.body).toHaveLength(1);
    expect(serialsOf(await waiting(admin, { user_id: account.id }))).toEqual(serials.toSorted());
    expect((await api.call(devicesHttp.listWaiting, otherUser, { user_id: account.id })).status).toBe(403);
  });

  it('also has devices of nobody where an administrator asks for them', async () => {
    const account = await createUser(api);
    const spare = await createDevice(api, { user_id: null });
    const own = await createDevice(api, { user_id: account.id });
    const asked = { user_id: account.id, unowned: 'true' };
    const serials = async (user: TestUser) => (await waiting(user, asked)).map(({ serial }) => serial);
    expect(await serials(admin)).toEqual(expect.arrayContaining([spare.serial, own.serial]));
    expect(await serials(account)).toEqual([own.serial]);
    const page = await waiting(admin, { ...asked, q: spare.serial, page: '1', page_size: '2' });
    expect(page.map(({ serial }) => serial)).toEqual([spare.serial]);
  });
});
