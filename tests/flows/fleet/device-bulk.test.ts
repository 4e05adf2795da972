import { randomSerial } from '@belfry/schemas/domain/serial';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import {
  createAdmin,
  createDevice,
  createDevices,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { bulkHttp } from '@belfry/schemas/http/fleet/bulk';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
  user = await createUser(api);
});

const bulk = (targets: object, change: object, { key } = admin) =>
  api.call(bulkHttp.change, { key }, { targets, change });
const preview = (targets: object, change?: object, { key } = admin) =>
  api.call(bulkHttp.preview, { key }, { targets, change });
const read = async ({ serial }: { serial: string }) =>
  (await api.call(devicesHttp.info, admin, { device: serial })).body;
const serialsOf = (devices: TestDevice[]) => ({ serials: devices.map(({ serial }) => serial) });
const create = (count: number, overrides: Parameters<typeof createDevice>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => createDevice(api, overrides)));

describe('a bulk change of named devices', () => {
  it('counts changed, unchanged and unknown devices, and is audited', async () => {
    const devices = await create(3);
    const [first] = devices;
    const unknown = randomSerial();
    await bulk(serialsOf(devices.slice(0, 1)), { note: 'Hall' });
    const { status, body } = await bulk({ serials: [...serialsOf(devices).serials, unknown] }, { note: ' Hall ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      devices: 4,
      changed: 2,
      unchanged: 1,
      failed: 1,
      failures: [{ serial: unknown, code: 'device_not_found', reason: 'Device not found' }],
    });
    expect((await read(first!)).note).toBe('Hall');
    const rows = await findAuditBy(api.db, 'device.bulk', [admin]);
    expect(rows.at(-1)).toMatchObject({ user_id: admin.id, object_id: '2', details: { change: { note: 'Hall' } } });
  });

  it('sets the mode, and disconnects devices that it blocks', async () => {
    const devices = await create(2);
    api.broker.disconnected.length = 0;
    expect((await bulk(serialsOf(devices), { device_mode: 'blocked' })).body).toMatchObject({ changed: 2, failed: 0 });
    expect((await read(devices[0]!)).device_mode).toBe('blocked');
    const disconnected = api.broker.disconnected.filter(({ kind }) => kind === 'device');
    expect(disconnected.flatMap(({ ids }) => ids).toSorted()).toEqual(devices.map(({ serial }) => serial).toSorted());
  });

  it('adds and removes tags, and refuses a device that would get too many', async () => {
    const [some, full] = await Promise.all([
      createDevice(api, { tags: ['a', 'b'] }),
      createDevice(api, { tags: Array.from({ length: 16 }, (_, n) => `full ${n}`) }),
    ]);
    const change = { tags: { add: ['New', 'a'], remove: ['b'] } };
    const { body } = await bulk(serialsOf([some, full]), change);
    expect(body).toMatchObject({ changed: 1, failed: 1, failures: [{ serial: full.serial, code: 'too_many_tags' }] });
    expect((await read(some)).tags).toEqual(['a', 'new']);
    expect((await bulk(serialsOf([some]), change)).body).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('rejects no change, several changes, no devices and too many', async () => {
    const serials = [randomSerial()];
    const refused = [
      [{ serials }, {}],
      [{ serials }, { note: 'x', device_mode: 'new' }],
      [{ serials: [] }, { note: 'x' }],
      [{ serials: Array.from({ length: 1_001 }, () => randomSerial()) }, { note: 'x' }],
      [{ serials }, { tags: { add: ['a'], remove: ['a'] } }],
      [{ filter: { page: 1 } }, { note: 'x' }],
    ] as const;
    for (const [targets, change] of refused) expect((await bulk(targets, change)).status).toBe(400);
  });
});

describe('a bulk change of all devices that match a filter', () => {
  it('reaches all pages, also more devices than one transaction changes', async () => {
    const note = `filter ${randomSerial()}`;
    const rows = Array.from({ length: 620 }, () => ({ serial: randomSerial(), note }));
    await createDevices(api, rows);
    const filter = { q: note, status: 'offline' };
    expect((await preview({ filter }, { tags: { add: ['many'] } })).body).toMatchObject({
      devices: 620,
      changed: 620,
      unreachable: 620,
    });
    expect((await bulk({ filter }, { tags: { add: ['many'] } })).body).toMatchObject({ devices: 620, changed: 620 });
    const listed = await api.call(devicesHttp.list, admin, { tags: 'many', page: '1' });
    expect(listed.headers.get('x-total-count')).toBe('620');
    expect((await bulk({ filter: { tags: 'many', q: note } }, { tags: { remove: ['many'] } })).body.changed).toBe(620);
  });
});

describe('a preview', () => {
  it('counts without a change, and changes nothing', async () => {
    const [device] = await create(1);
    expect((await preview(serialsOf([device!]))).body).toMatchObject({ devices: 1, unreachable: 1 });
    expect((await preview(serialsOf([device!]), { note: 'x' })).body).toMatchObject({ changed: 1 });
    expect((await read(device!)).note).toBeNull();
  });
});

describe('the rights', () => {
  it('let people change note and tags of their own devices, and find no others', async () => {
    const [mine, foreign] = await Promise.all([createDevice(api, { user_id: user.id }), createDevice(api)]);
    const { body } = await bulk(serialsOf([mine, foreign]), { tags: { add: ['mine'] } }, user);
    expect(body).toMatchObject({ changed: 1, failed: 1, failures: [{ serial: foreign.serial }] });
    expect((await bulk({ filter: {} }, { note: 'all of mine' }, user)).body).toMatchObject({ devices: 1, changed: 1 });
    expect((await read(foreign)).note).toBeNull();
  });

  it('leave mode and owner to administrators', async () => {
    const [mine] = await create(1, { user_id: user.id });
    for (const change of [{ device_mode: 'active' }, { user_id: null }]) {
      expect(await bulk(serialsOf([mine!]), change, user)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });
});

it('limits the bulk changes of a person in a minute', async () => {
  await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' });
  const { key } = await createAdmin(api);
  const body = { targets: { serials: [randomSerial()] } };
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    statuses.push((await api.call(bulkHttp.preview, { key }, { ...body })).status);
  }
  expect(statuses).toEqual([...Array<number>(6).fill(200), 429]);
});
