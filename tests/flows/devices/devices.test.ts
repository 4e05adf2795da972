import { activityOf, DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { findAudit } from '../../support/audit.ts';
import { flow } from '../../support/flow.ts';
import { DEVICE_SORTS, devicesHttp } from '@belfry/schemas/http/devices/lists';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';

let api: TestApi;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});
beforeEach(() => {
  api.broker.disconnected.length = 0;
});

const auditOf = (action: string, objectId: number) => findAudit(api.db, action, objectId);

describe('creating a device', () => {
  it('returns the device with its key, once, and writes an audit row without secrets', async () => {
    const serial = randomSerial();
    const body = { serial, note: '  Hall  ', email: '', pass: 'abc' };
    const created = await api.call(devicesAdminHttp.create, admin, { ...body });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ serial, note: 'Hall', email: null, device_mode: 'new', status: 'offline' });
    const info = await api.call(devicesHttp.info, admin, { device: serial });
    expect(info.body).not.toHaveProperty('device_key');
    const [row] = await auditOf('device.create', created.body.device_id);
    expect(row).toMatchObject({ user_id: admin.id, object_kind: 'device' });
    expect(JSON.stringify(row)).not.toMatch(/abc|device_key/);
  });

  it('rejects a serial number that exists, with its message', async () => {
    const { serial } = await createDevice(api);
    expect(await api.call(devicesAdminHttp.create, admin, { serial })).toMatchObject({
      status: 400,
      body: {
        code: 'serial_not_unique',
        error: 'Serial number is not unique! Please use a different serial number or generate a new one.',
      },
    });
  });

  it('succeeds for one of two concurrent requests', async () => {
    const serial = randomSerial();
    const create = () => api.call(devicesAdminHttp.create, admin, { serial });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });

  it('names invalid fields', async () => {
    const body = { serial: '123', pass: 'longer-than-ten', email: 'nobody' };
    const refused = await api.call(devicesAdminHttp.create, admin, { ...body });
    expect(refused.status).toBe(400);
    expect(refused.body.details?.map(({ path }) => path).sort()).toEqual(['email', 'pass', 'serial']);
  });
});

describe('the device list', () => {
  it('is an array without paging and a page with X-Total-Count otherwise; pages do not overlap or leave gaps', async () => {
    const q = '7777-0000-0000-000';
    for (let n = 0; n < 5; n += 1) await createDevice(api, { serial: `7777-0000-0000-000${n}` });
    const whole = await api.call(devicesHttp.list, admin, { q });
    expect(whole.headers.get('x-total-count')).toBeNull();
    const serials = whole.body.map(({ serial }) => serial);
    expect(serials).toHaveLength(5);
    for (const sort of DEVICE_SORTS) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => api.call(devicesHttp.list, admin, { q, page, page_size: '2', sort })),
      );
      expect(pages.map(({ headers }) => headers.get('x-total-count'))).toEqual(['5', '5', '5']);
      const found = pages.flatMap(({ body }) => body.map(({ serial }) => serial));
      expect(new Set(found)).toEqual(new Set(serials));
      expect(found).toHaveLength(5);
    }
  });

  it('begins with what needs somebody, then goes by place and name in natural order', async () => {
    const main = await createCompany(api, { user_id: admin.id, name: 'Order of needs' });
    const named: Record<string, string> = {};
    for (const place of ['Shop 10', 'Shop 2']) {
      const shop = await createCompany(api, { below: main, name: place });
      for (const name of ['Till 10', 'Till 9']) {
        const node = await createCompany(api, { below: shop, name });
        const { serial } = await createDevice(api, { company_id: node.company_id });
        named[serial] = `${place} / ${name}`;
      }
    }
    const online = Object.keys(named).filter((serial) => named[serial] !== 'Shop 10 / Till 10');
    await sql`update device_state s set reported_status = 'online', last_seen = now() from devices d
      where d.device_id = s.device_id and d.serial = any(${online})`.execute(api.db);
    const namesOf = async (query: object) =>
      (await api.call(devicesHttp.list, admin, { company_id: main.company_id, sort: 'needs', ...query })).body.map(
        ({ serial }) => named[serial],
      );
    const expected = ['Shop 10 / Till 10', 'Shop 2 / Till 9', 'Shop 2 / Till 10', 'Shop 10 / Till 9'];
    expect(await namesOf({})).toEqual(expected);
    const pages = await Promise.all([1, 2].map((page) => namesOf({ page, page_size: 2 })));
    expect(pages.flat()).toEqual(expected);
  });

  it('can be filtered by type, mode, status and text', async () => {
    await sql`select setval('companies_company_id_seq', 424241)`.execute(api.db);
    const { company_id } = await createCompany(api, { user_id: admin.id });
    const video = await createDevice(api, { device_type: 'video', email: 'Porter@School.test', company_id });
    const serialsOf = async (query: object) =>
      (await api.call(devicesHttp.list, admin, { ...query })).body.map(({ serial }) => serial);
    expect(await serialsOf({ type: 'video' })).toEqual([video.serial]);
    expect(await serialsOf({ type: 'video', mode: 'ACTIVE' })).toEqual([video.serial]);
    expect(await serialsOf({ type: 'video', mode: 'blocked' })).toEqual([]);
    expect(await serialsOf({ type: 'video', status: 'online' })).toEqual([]);
    expect(await serialsOf({ q: 'porter@school' })).toEqual([video.serial]);
    expect(await serialsOf({ q: 424242 })).toEqual([video.serial]);
    expect(await serialsOf({ q: '%', type: 'video' })).toEqual([]);
  });

  it('derives the activity from the status', async () => {
    const device = await createDevice(api);
    for (const status of DEVICE_STATUSES) {
      await api.db
        .updateTable('device_state')
        .set({ reported_status: status })
        .where('device_id', '=', device.device_id)
        .execute();
      const { body } = await api.call(devicesHttp.info, admin, { device: device.device_id });
      expect(body).toMatchObject({ status, mode: activityOf(status) });
    }
  });

  it('returns a new total after a change', async () => {
    const total = async () =>
      Number((await api.call(devicesHttp.list, admin, { page: '1' })).headers.get('x-total-count'));
    const before = await total();
    await api.call(devicesAdminHttp.create, admin, { serial: randomSerial() });
    expect(await total()).toBe(before + 1);
  });

  it('names a device after its node, else its host name', async () => {
    const user = await createUser(api);
    const device = await createDevice(api, { user_id: user.id });
    const named = async () => (await api.call(devicesHttp.listOwn, user)).body[0];
    expect(await named()).toMatchObject({ name: null, model: null });
    const { device_id } = device;
    await api.db.updateTable('device_state').set({ hostname: 'hall-pi' }).where('device_id', '=', device_id).execute();
    expect(await named()).toMatchObject({ name: 'hall-pi' });
    const main = await createCompany(api, { user_id: user.id });
    const company = await createCompany(api, { below: main, type: 'Company' });
    const { company_id } = await createCompany(api, { below: company, name: 'Hall' });
    await api.call(bindingHttp.bind, user, { serial: device.serial, company_id });
    expect(await named()).toMatchObject({ name: 'Hall', company_id, hostname: 'hall-pi' });
  });

  it('contains only the user’s own devices', async () => {
    const user = await createUser(api);
    const mine = await createDevice(api, { user_id: user.id });
    await createDevice(api, { user_id: admin.id });
    const own = await api.call(devicesHttp.listOwn, user);
    expect(own.body.map(({ serial }) => serial)).toEqual([mine.serial]);
    const page = await api.call(devicesHttp.listOwn, user, { page: '1', page_size: '8' });
    expect(page.headers.get('x-total-count')).toBe('1');
  });
});

describe('one device', () => {
  it('is returned by id and by serial number, with its configuration but without the WiFi password', async () => {
    const owner = await createUser(api);
    const { device_id, serial } = await createDevice(api, { user_id: owner.id });
    await api.call(configurationHttp.save, owner, { serial, wifi_pass: 'hush', music_volume: 10 });
    for (const path of [device_id, serial]) {
      const { status, body } = await api.call(devicesHttp.info, owner, { device: path });
      expect(status).toBe(200);
      expect(body).toMatchObject({ serial, configuration: { serial, music_volume: 10, wifi_pass_set: true } });
      expect(JSON.stringify(body)).not.toContain('hush');
    }
  });
});
