import { WAITING_DEVICES_MAX } from '@belfry/schemas/domain/limits';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SERVICE_SECRET, type TestApi } from '../../support/api.ts';
import { createDevice, createDevices, createUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { brokerAccessHttp, internalHttp } from '@belfry/schemas/http/service/internal';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const enroll = (serial: string, pass: string) => api.call(enrolmentHttp.enrol, null, { serial, pass });
const connect = (username: string, password: string) =>
  api.internal.call(
    brokerAccessHttp.authenticate,
    { key: `Bearer ${SERVICE_SECRET}` },
    { clientid: username, username, password, peerhost: '10.0.0.1', protocol: 'mqtt' },
  );
const provision = (devices: object[], reset = false) =>
  api.internal.call(internalHttp.provision, { key: `Bearer ${SERVICE_SECRET}` }, { devices, reset });

describe('a provisioned device', () => {
  it('fetches its key once, connects, and becomes active', async () => {
    const serial = randomSerial();
    expect((await provision([{ serial, pass: 'p-1' }])).body).toEqual({ created: 1, reset: 0 });
    expect((await provision([{ serial, pass: 'other' }])).body).toEqual({ created: 0, reset: 0 });
    const enrolled = await enroll(serial, 'p-1');
    expect(enrolled.status).toBe(200);
    expect((await enroll(serial, 'p-1')).body.code).toBe('already_enrolled');
    const allowed = await connect(serial, enrolled.body['device_key']);
    expect(allowed.body).toMatchObject({ result: 'allow', client_attrs: { kind: 'device', id: serial } });
    const device = await api.db.selectFrom('devices').selectAll().where('serial', '=', serial).executeTakeFirst();
    expect(device?.device_mode).toBe('active');
  });

  it('enrols again after a reset, which invalidates its old key', async () => {
    const serial = randomSerial();
    await provision([{ serial, pass: 'p-1' }]);
    const before = (await enroll(serial, 'p-1')).body['device_key'];
    await connect(serial, before);
    api.broker.disconnected.length = 0;
    expect((await provision([{ serial, pass: 'p-2' }], true)).body).toEqual({ created: 0, reset: 1 });
    expect(api.broker.disconnected).toEqual([{ kind: 'device', ids: [serial] }]);
    expect((await connect(serial, before)).body).toEqual({ result: 'deny' });
    expect((await enroll(serial, 'p-2')).status).toBe(200);
  });

  it('gives its key to only one of many concurrent requests', async () => {
    const serial = randomSerial();
    await provision([{ serial, pass: 'p-1' }]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => enroll(serial, 'p-1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('can be created with hundreds of others in one call', async () => {
    const devices = Array.from({ length: 300 }, () => ({ serial: randomSerial(), pass: 'p-1' }));
    expect((await provision(devices)).body).toEqual({ created: 300, reset: 0 });
  });
});

describe('enrolling', () => {
  it('returns the same error for a wrong pass and an unknown serial number, up to ten times', async () => {
    onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '1' }));
    const { serial } = await createDevice(api, { key_hash: null, device_mode: 'new' });
    const wrong = await enroll(serial, 'wrong');
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_pass' } });
    expect((await enroll(randomSerial(), 'wrong')).body.error).toBe(wrong.body.error);
    for (let tried = 1; tried < 10; tried += 1) await enroll(serial, 'wrong');
    expect((await enroll(serial, 'pass-1')).status).toBe(429);
  });

  it('is rejected in modes that forbid it', async () => {
    for (const device_mode of ['active', 'blocked', 'ok'] as const) {
      const { serial } = await createDevice(api, { key_hash: null, device_mode });
      expect((await enroll(serial, 'pass-1')).body.code).toBe('mode_forbids');
    }
  });
});

describe('registering a device', () => {
  it('with an unknown serial number creates it in mode wait, which becomes ok on its first connection', async () => {
    const user = await createUser(api);
    const serial = randomSerial();
    const register = await api.call(enrolmentHttp.register, user, { serial, pass: 'mine-1', note: 'Shop' });
    expect(register).toMatchObject({ status: 201, body: { device_mode: 'wait', user_id: user.id, note: 'Shop' } });
    const enrolled = await enroll(serial, 'mine-1');
    await connect(serial, enrolled.body['device_key']);
    const { body } = await api.call(devicesHttp.info, user, { device: serial });
    expect(body.device_mode).toBe('ok');
  });

  it('with a known serial number needs its pass, and is possible for one user only', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const { serial } = await createDevice(api, { pass: 'label-1' });
    const register = (key: string, pass: string) => api.call(enrolmentHttp.register, { key }, { serial, pass });
    const wrong = await register(user.key, 'wrong');
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: 'pass' }] } });
    expect((await register(user.key, 'label-1')).status).toBe(200);
    expect((await register(user.key, 'label-1')).status).toBe(200);
    expect((await register(other.key, 'label-1')).body.code).toBe('device_owned');
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(user.id)] });
  });
});

it('is limited to a number of waiting devices per user', async () => {
  const [user, other] = [await createUser(api), await createUser(api)];
  const device = { device_type: 'audio', device_mode: 'wait', user_id: user.id } as const;
  const waiting = Array.from({ length: WAITING_DEVICES_MAX }, () => ({ ...device, serial: randomSerial() }));
  await createDevices(api, waiting);
  const register = ({ key }: { key: string }, serial = randomSerial(), pass = 'mine-1') =>
    api.call(enrolmentHttp.register, { key }, { serial, pass });
  expect(await register(user)).toMatchObject({
    status: 422,
    body: { error: 'There can be 500 devices at most that wait for their first connection' },
  });
  expect((await register(other)).status).toBe(201);
  const { serial, pass } = await createDevice(api);
  expect((await register(user, serial, pass)).status).toBe(200);
});

describe('the authentication hook', () => {
  it('rejects wrong keys, unknown names, blocked devices and keys of other users', async () => {
    const device = await createDevice(api);
    const blocked = await createDevice(api, { device_mode: 'blocked' });
    const [user, other] = [await createUser(api), await createUser(api)];
    const denied = [
      connect(device.serial, 'wrong'),
      connect(randomSerial(), device.device_key),
      connect(blocked.serial, blocked.device_key),
      connect(String(user.id), other.key),
      connect(String(user.id), 'wrong'),
      connect('service', SERVICE_SECRET),
      connect('', ''),
    ];
    for (const { status, body } of await Promise.all(denied)) {
      expect({ status, body }).toEqual({ status: 200, body: { result: 'deny' } });
    }
  });

  it('grants a console its own devices only, and an administrator all', async () => {
    const user = await createUser(api);
    const root = await createUser(api, { role: 'root' });
    const { serial } = await createDevice(api, { user_id: user.id });
    const topicsOf = async (id: number, key: string) =>
      ((await connect(String(id), key)).body['acl'] as { topic: string; action: string }[]).map(
        ({ action, topic }) => `${action} ${topic}`,
      );
    expect(await topicsOf(user.id, user.key)).toEqual([
      `subscribe users/${user.id}/events`,
      `subscribe devices/${serial}/+`,
      `subscribe devices/${serial}/players/+`,
      `subscribe devices/${serial}/config/reported`,
    ]);
    const ofRoot = await topicsOf(root.id, root.key);
    expect(ofRoot).toContain('subscribe devices/+/+');
    expect(ofRoot.filter((rule) => /#|desired/.test(rule))).toEqual([]);
  });

  it('answers hundreds of concurrent requests', async () => {
    const devices = await Promise.all(Array.from({ length: 40 }, () => createDevice(api)));
    const answers = await Promise.all(devices.map(({ serial, device_key }) => connect(serial, device_key)));
    expect(answers.map(({ body }) => (body['client_attrs'] as { id: string }).id)).toEqual(
      devices.map(({ serial }) => serial),
    );
  });

  it('answers for several clients at once as for each alone, in their order', async () => {
    const [device, user] = [await createDevice(api), await createUser(api)];
    const credentials = [
      [device.serial, 'wrong'],
      [String(user.id), user.key],
      [device.serial, device.device_key],
      ['nobody', 'x'],
    ] as const;
    const clients = credentials.map(([username, password]) => ({ clientid: username, username, password }));
    const key = `Bearer ${SERVICE_SECRET}`;
    const { body } = await api.internal.call(brokerAccessHttp.authenticateBatch, { key }, { clients });
    const alone = await Promise.all(credentials.map(([username, password]) => connect(username, password)));
    expect(body['answers']).toEqual(alone.map((answer) => answer.body));
    expect(alone.map((answer) => answer.body['result'])).toEqual(['deny', 'allow', 'allow', 'deny']);
    expect((await api.internal.call(brokerAccessHttp.authenticateBatch, null, { clients })).status).toBe(401);
  });

  it('requires the service secret', async () => {
    const body = { clientid: 'x', username: 'x', password: 'x' };
    expect((await api.internal.call(brokerAccessHttp.authenticate, null, body)).status).toBe(401);
    expect((await api.internal.call(brokerAccessHttp.authenticate, { key: 'Bearer wrong' }, body)).status).toBe(401);
    const { key } = await createUser(api, { role: 'root' });
    expect((await api.internal.call(internalHttp.provision, { key })).status).toBe(401);
  });
});
