import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createReportedDevice } from '../../support/devices/reported-device.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';

let api: TestApi;
let admin: TestUser;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
  root = await createUser(api, { role: 'root' });
});

describe('the choices of the filters', () => {
  it('list versions with the number of their devices, the most frequent first, for administrators', async () => {
    for (const device_version of ['9.9.1', '9.9.2', '9.9.2']) await createReportedDevice(api, { device_version });
    const { body } = await api.call(devicesHttp.versions, admin);
    const found = body.filter(({ device_version }) => device_version.startsWith('9.9.'));
    expect(found).toEqual([
      { device_version: '9.9.2', devices: 2 },
      { device_version: '9.9.1', devices: 1 },
    ]);
    const user = await createUser(api);
    expect((await api.call(devicesHttp.versions, user)).status).toBe(403);
  });

  it('find companies by name or id: one’s own, for administrators those of everybody, those of roots for roots only', async () => {
    const user = await createUser(api);
    const main = await createCompany(api, { user_id: user.id, name: 'Quarry 100%' });
    const { company_id } = await createCompany(api, { below: main, name: 'The quarry gate', type: 'Device' });
    await createCompany(api, { user_id: root.id, name: 'Quarry of root' });
    const search = async (q: string, { key } = admin, more: object = {}) => {
      const { body } = await api.call(companiesHttp.search, { key }, { q, ...more });
      return body.map(({ name }) => name);
    };
    expect(await search('quarry')).toEqual(['Quarry 100%', 'The quarry gate']);
    expect(await search('quarry', root)).toEqual(['Quarry 100%', 'Quarry of root', 'The quarry gate']);
    expect(await search('quarry', admin, { type: 'Device' })).toEqual(['The quarry gate']);
    expect(await search('y 100%')).toEqual(['Quarry 100%']);
    expect(await search('q%y')).toEqual([]);
    const { body } = await api.call(companiesHttp.search, admin, { q: company_id });
    const match = { company_id, name: 'The quarry gate', type: 'Device', main_company_name: 'Quarry 100%' };
    expect(body[0]).toEqual(match);
    expect((await search('')).length).toBeLessThanOrEqual(20);
    expect(await search('quarry', user)).toEqual(['Quarry 100%', 'The quarry gate']);
    expect(await search('quarry', await createUser(api))).toEqual([]);
    expect((await api.call(companiesHttp.search, admin, { type: 'Castle' })).status).toBe(400);
  });
});
