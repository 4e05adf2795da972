import { randomSerial } from '@belfry/schemas/domain/serial';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';

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
      api.call(devicesHttp.list, user),
      api.call(devicesAdminHttp.create, user, { ...body }),
      api.call(devicesAdminHttp.edit, user, { device_id }),
      api.call(devicesAdminHttp.remove, user, { device_id }),
      api.call(devicesAdminHttp.rotateKey, user, { device_id }),
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
    const missing = await api.call(devicesHttp.info, user, { device: '999999' });
    expect(missing.status).toBe(404);
    for (const path of [foreign.device_id, foreign.serial, nobodys.device_id]) {
      const { status, body } = await api.call(devicesHttp.info, user, { device: path });
      expect({ status, error: body.error }).toEqual({ status: 404, error: missing.body.error });
    }
  });
});

describe('read-only fields', () => {
  it('are rejected when a device is created or changed', async () => {
    const device = await createDevice(api);
    // An administrator may set the owner when changing a device, but not when creating it.
    const owned = { serial: randomSerial(), user_id: user.id };
    expect((await api.call(devicesAdminHttp.create, admin, { ...owned })).status).toBe(400);
    for (const extra of [{ key_hash: 'x' }, { pass_hash: 'x' }, { device_id: 1 }]) {
      const create = { serial: randomSerial(), ...extra };
      expect((await api.call(devicesAdminHttp.create, admin, { ...create })).status).toBe(400);
      const { device_id } = device;
      const edited = await api.call(devicesAdminHttp.edit, admin, { device_id }, { body: JSON.stringify(extra) });
      expect(edited.status).toBe(400);
    }
  });

  it('cannot be set through a prototype', async () => {
    const body = `{"serial":"${randomSerial()}","__proto__":{"isAdmin":true}}`;
    await api.call(devicesAdminHttp.create, admin, {}, { body });
    expect({}).not.toHaveProperty('isAdmin');
  });
});

describe('SQL in input', () => {
  const attacks = ["' or 1=1 --", "'; drop table devices; --", '%', '_', '\\', String.raw`\'`, '$1'];

  it('is searched for as text', async () => {
    await createDevice(api, { tags: ['searched'] });
    const search = async (q: string) => api.call(devicesHttp.list, admin, { page: '1', tags: 'searched', q });
    expect((await search('')).body).toHaveLength(1);
    for (const attack of attacks) {
      const { status, body } = await search(attack);
      expect({ attack, status, found: body.length }).toEqual({ attack, status: 200, found: 0 });
    }
  });

  it('is rejected as a sort order', async () => {
    for (const sort of ['serial; drop table devices', 'password_hash', '__proto__', 'constructor']) {
      expect((await api.call(devicesHttp.list, admin, { sort })).status).toBe(400);
    }
    const { serial } = await createDevice(api);
    expect((await api.call(devicesHttp.list, admin, { page: '1', q: serial })).status).toBe(200);
  });

  it('is rejected where no column could contain it', async () => {
    const search = await api.call(devicesHttp.list, admin, { page: '1', q: '\0' });
    expect(search).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const body = { email: 'a\u0000@b.test', password: 'x' };
    expect((await api.call(authHttp.signIn, null, body)).status).toBe(400);
  });

  it('is rejected as an email address at sign-in', async () => {
    for (const attack of attacks) {
      const { status } = await api.call(authHttp.signIn, null, { email: `${attack}@x`, password: attack });
      expect(status).toBe(401);
    }
  });
});
