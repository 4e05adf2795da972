import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createReportedDevice, type ReportedState } from '../../support/devices/reported-device.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { pathOf } from '../../support/http-client.ts';

let api: TestApi;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
  root = await createUser(api, { role: 'root' });
});

const reportedDevice = (state: ReportedState, overrides?: Parameters<typeof createDevice>[1]): Promise<string> =>
  createReportedDevice(api, state, overrides);

async function serialsOf(
  query: Record<string, string | number>,
  { key } = admin,
  list: typeof devicesHttp.list | typeof devicesHttp.listOwn = devicesHttp.list,
): Promise<string[]> {
  const whole = await api.call(list, { key }, query);
  expect(whole.status).toBe(200);
  const page = await api.call(list, { key }, { ...query, page: 1, page_size: 48 });
  const serials = whole.body.map(({ serial }) => serial);
  expect(page.body.map(({ serial }) => serial)).toEqual(serials);
  expect(page.headers.get('x-total-count')).toBe(String(serials.length));
  return serials;
}

describe('the filter by version', () => {
  it('matches the whole version only', async () => {
    const serial = await reportedDevice({ device_version: '7.1.2' });
    await reportedDevice({ device_version: '7.1.20' });
    expect(await serialsOf({ version: '7.1.2' })).toEqual([serial]);
    expect(await serialsOf({ version: ' 7.1.2 ' })).toEqual([serial]);
    expect(await serialsOf({ version: '7.1.%' })).toEqual([]);
    expect(await serialsOf({ version: "7.1.2' or true --" })).toEqual([]);
  });
});

describe('the filter by last seen', () => {
  it('matches devices that were last seen longer ago, or never', async () => {
    const note = 'seen-test';
    const seen = async (seenHoursAgo?: number) =>
      reportedDevice(seenHoursAgo === undefined ? {} : { seenHoursAgo }, { note });
    await seen(0.9);
    const [hours, day, week, never] = [await seen(1.1), await seen(25), await seen(7 * 24 + 1), await seen()];
    expect(await serialsOf({ q: note, seen: '1h' })).toEqual([hours, day, week].sort());
    expect(await serialsOf({ q: note, seen: '24h' })).toEqual([day, week].sort());
    expect(await serialsOf({ q: note, seen: '7d' })).toEqual([week]);
    expect(await serialsOf({ q: note, seen: 'never' })).toEqual([never]);
    expect(await serialsOf({ q: note, seen: 'all' })).toHaveLength(5);
  });
});

describe('the filter by company', () => {
  it('matches devices of the node and of all nodes below it, and of no other', async () => {
    const user = await createUser(api);
    const main = await createCompany(api, { user_id: user.id });
    const [north, south] = [await createCompany(api, { below: main }), await createCompany(api, { below: main })];
    const bound = async (below: typeof main) => {
      const node = await createCompany(api, { below, type: 'Device' });
      return { node, serial: await reportedDevice({}, { user_id: user.id, company_id: node.company_id }) };
    };
    const [hall, yard] = [await bound(north), await bound(south)];
    await createDevice(api, { user_id: user.id });
    expect(await serialsOf({ company_id: main.company_id })).toEqual([hall.serial, yard.serial].sort());
    expect(await serialsOf({ company_id: north.company_id })).toEqual([hall.serial]);
    expect(await serialsOf({ company_id: yard.node.company_id })).toEqual([yard.serial]);
    expect(await serialsOf({ company_id: 2_147_483_647 })).toEqual([]);
  });

  it('finds nodes of roots for roots only, by id and by name', async () => {
    const main = await createCompany(api, { user_id: root.id });
    const node = await createCompany(api, { below: main, type: 'Device', name: 'Hidden vault' });
    const serial = await reportedDevice({}, { user_id: root.id, company_id: node.company_id });
    expect(await serialsOf({ company_id: main.company_id }, root)).toEqual([serial]);
    expect(await serialsOf({ q: 'hidden VAULT' }, root)).toEqual([serial]);
    expect(await serialsOf({ company_id: main.company_id })).toEqual([]);
    expect(await serialsOf({ q: 'hidden VAULT' })).toEqual([]);
  });
});

describe('the search', () => {
  it('matches name, note and host name in any case', async () => {
    const user = await createUser(api);
    const main = await createCompany(api, { user_id: user.id });
    const { company_id } = await createCompany(api, { below: main, type: 'Device', name: 'Колокольня Ost' });
    const named = await reportedDevice({}, { user_id: user.id, company_id });
    const noted = await reportedDevice({}, { note: 'Behind the Fridge' });
    const hosted = await reportedDevice({ hostname: 'belfry-Attic' });
    expect(await serialsOf({ q: 'КОЛОКОЛЬНЯ ost' })).toEqual([named]);
    expect(await serialsOf({ q: 'the fridge' })).toEqual([noted]);
    expect(await serialsOf({ q: 'FRY-attic' })).toEqual([hosted]);
    expect(await serialsOf({ q: 'колокольня' }, user, devicesHttp.listOwn)).toEqual([named]);
  });

  it('takes wildcards, quotes and backslashes literally', async () => {
    const serial = await reportedDevice({}, { note: String.raw`100%_\'"` });
    await createDevice(api, { note: '100xyz' });
    for (const q of ['100%', '0%_', String.raw`_\'`, '\'"']) expect(await serialsOf({ q })).toEqual([serial]);
    expect(await serialsOf({ q: '1%0' })).toEqual([]);
  });
});

describe('filters', () => {
  it('narrow each other', async () => {
    const user = await createUser(api);
    const main = await createCompany(api, { user_id: user.id });
    const bound = async (state: ReportedState) => {
      const { company_id } = await createCompany(api, { below: main, type: 'Device' });
      return reportedDevice(state, { user_id: user.id, company_id, note: 'Combined' });
    };
    const old = await bound({ device_version: '8.0', seenHoursAgo: 30 });
    await bound({ device_version: '8.1', seenHoursAgo: 30 });
    await bound({ device_version: '8.0', seenHoursAgo: 2 });
    await reportedDevice({ device_version: '8.0', seenHoursAgo: 30 }, { note: 'combined' });
    const filter = { version: '8.0', seen: '24h', q: 'combined', company_id: main.company_id };
    expect(await serialsOf({ ...filter, status: 'offline', type: 'audio', mode: 'active' })).toEqual([old]);
    expect(await serialsOf({ ...filter, mode: 'blocked' })).toEqual([]);
    for (const sort of ['-serial', 'last_seen', '-created_at'])
      expect(await serialsOf({ ...filter, sort })).toEqual([old]);
  });

  it('reject hostile values', async () => {
    const refused = [
      'seen=2h',
      'seen=1h&seen=24h',
      'company_id=0',
      'company_id=-1',
      'company_id=1.5',
      'company_id=99999999999',
      'company_id=1%20or%201=1',
      'version=%00',
      `version=${'9'.repeat(51)}`,
      `q=${'x'.repeat(201)}`,
    ];
    const statuses = await Promise.all(
      refused.map(async (query) => (await api.get(`${pathOf(devicesHttp.list)}?${query}`, { key: admin.key })).status),
    );
    expect(Object.fromEntries(refused.map((query, index) => [query, statuses[index]]))).toEqual(
      Object.fromEntries(refused.map((query) => [query, 400])),
    );
  });

  it('leave the list to administrators', async () => {
    const user = await createUser(api);
    expect((await api.call(devicesHttp.list, user, { version: '1', seen: '1h', company_id: '1' })).status).toBe(403);
    await createDevice(api, { note: 'not theirs' });
    expect(await serialsOf({ q: 'not theirs' }, user, devicesHttp.listOwn)).toEqual([]);
  });
});
