import type { Device } from '@belfry/schemas/http/devices/devices';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [admin, user] = [await createAdmin(api), await createUser(api)];
});

describe('roles', () => {
  it('deny administrator calls to users', async () => {
    const { device_id } = await createDevice(api, { user_id: user.id });
    const body = { serial: randomSerial() };
    const answers = await Promise.all([
      api.get('/api/devices/all', { key: user.key }),
      api.post('/api/devices/create', { key: user.key, body }),
      api.put(`/api/devices/edit/${device_id}`, { key: user.key, body: {} }),
      api.delete(`/api/devices/delete/${device_id}`, { key: user.key }),
      api.post(`/api/devices/rotate-key/${device_id}`, { key: user.key }),
    ]);
    expect(answers.map(({ status, body: { code } }) => ({ status, code }))).toEqual(
      answers.map(() => ({ status: 403, code: 'forbidden' })),
    );
  });
});

describe('objects of other users', () => {
  it('return 404, like objects that do not exist', async () => {
    const foreign = await createDevice(api, { user_id: admin.id });
    const nobodys = await createDevice(api);
    const missing = await api.get('/api/devices/info/999999', { key: user.key });
    expect(missing.status).toBe(404);
    for (const path of [foreign.device_id, foreign.serial, nobodys.device_id]) {
      const { status, body } = await api.get(`/api/devices/info/${path}`, { key: user.key });
      expect({ status, error: body.error }).toEqual({ status: 404, error: missing.body.error });
    }
  });
});

describe('read-only fields', () => {
  it('are rejected when a device is created or changed', async () => {
    const device = await createDevice(api);
    // An administrator may set the owner when changing a device, but not when creating it.
    const owned = { serial: randomSerial(), user_id: user.id };
    expect((await api.post('/api/devices/create', { key: admin.key, body: owned })).status).toBe(400);
    for (const extra of [{ key_hash: 'x' }, { pass_hash: 'x' }, { device_id: 1 }]) {
      const create = { serial: randomSerial(), ...extra };
      expect((await api.post('/api/devices/create', { key: admin.key, body: create })).status).toBe(400);
      const edited = await api.put(`/api/devices/edit/${device.device_id}`, { key: admin.key, body: extra });
      expect(edited.status).toBe(400);
    }
  });

  it('cannot be set through a prototype', async () => {
    const body = `{"serial":"${randomSerial()}","__proto__":{"isAdmin":true}}`;
    await api.post('/api/devices/create', { key: admin.key, body });
    expect({}).not.toHaveProperty('isAdmin');
  });
});

describe('SQL in input', () => {
  const attacks = ["' or 1=1 --", "'; drop table devices; --", '%', '_', '\\', String.raw`\'`, '$1'];

  it('is searched for as text', async () => {
    await createDevice(api, { tags: ['searched'] });
    const search = async (q: string) =>
      api.get<Device[]>(`/api/devices/all?page=1&tags=searched&q=${encodeURIComponent(q)}`, { key: admin.key });
    expect((await search('')).body).toHaveLength(1);
    for (const attack of attacks) {
      const { status, body } = await search(attack);
      expect({ attack, status, found: body.length }).toEqual({ attack, status: 200, found: 0 });
    }
  });

  it('is rejected as a sort order', async () => {
    for (const sort of ['serial; drop table devices', 'password_hash', '__proto__', 'constructor']) {
      const query = new URLSearchParams({ sort });
      expect((await api.get(`/api/devices/all?${query}`, { key: admin.key })).status).toBe(400);
    }
    expect((await api.get('/api/devices/all?page=1', { key: admin.key })).status).toBe(200);
  });

  it('is rejected where no column could contain it', async () => {
    const search = await api.get('/api/devices/all?page=1&q=%00', { key: admin.key });
    expect(search).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const body = { email: 'a\u0000@b.test', password: 'x' };
    expect((await api.post('/api/auth/login', { body })).status).toBe(400);
  });

  it('is rejected as an email address at sign-in', async () => {
    for (const attack of attacks) {
      const { status } = await api.post('/api/auth/login', { body: { email: `${attack}@x`, password: attack } });
      expect(status).toBe(401);
    }
  });
});
