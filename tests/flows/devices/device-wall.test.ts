import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createDevices,
  createUser,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { wallHttp } from '@belfry/schemas/http/devices/wall';

let api: TestApi;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});

const wall = (query: object, { key } = admin) => api.call(wallHttp.wall, { key }, { ...query });

it('has the state and name of the devices that match, by serial number; a hidden place leaves the note', async () => {
  const root = await createUser(api, { role: 'root' });
  const hall = await createCompany(api, { user_id: admin.id, name: 'Hall' });
  const secret = await createCompany(api, { user_id: root.id, name: 'Secret' });
  const note = 'on the wall';
  const devices = [
    await createDevice(api, { note, serial: '2222-0000-0000-0002', company_id: hall.company_id }),
    await createDevice(api, { note, serial: '2222-0000-0000-0001', company_id: secret.company_id }),
  ];
  await createDevice(api);
  const expected = [
    { device_id: devices[1]!.device_id, serial: '2222-0000-0000-0001', name: 'on the wall' },
    { device_id: devices[0]!.device_id, serial: '2222-0000-0000-0002', name: 'Hall' },
  ].map((device) => Object.assign(device, { status: 'offline', device_mode: 'active' }));
  expect((await wall({ q: 'on the wall' })).body).toEqual({ total: 2, devices: expected });
  expect((await wall({ q: 'on the wall' }, root)).body.devices[0]).toMatchObject({ name: 'Secret' });
  expect((await wall({ q: 'on the wall', status: 'online' })).body).toEqual({ total: 0, devices: [] });
});

it('is capped at 1,000 devices, with the number of all that match', async () => {
  const rows = Array.from({ length: 1_010 }, (_, n) => ({
    serial: `3333-0000-0000-${String(n).padStart(4, '0')}`,
    note: 'many on the wall',
  }));
  await createDevices(api, rows);
  const { body } = await wall({ q: 'many on the wall' });
  expect([body.total, body.devices.length, body.devices.at(-1)?.serial]).toEqual([1_010, 1_000, '3333-0000-0000-0999']);
});

it('is for administrators', async () => {
  expect((await wall({}, await createUser(api))).status).toBe(403);
});
