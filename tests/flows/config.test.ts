import type { DeviceConfiguration } from '@belfry/schemas/domain/configuration';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '../support/mqtt-device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterAll(() => stack.stop());

const path = (serial: string): string => `/api/rpi/devices/config/${serial}`;
const read = async (serial: string): Promise<DeviceConfiguration> =>
  (await stack.get<DeviceConfiguration>(path(serial), { key: admin.key })).body;
const save = (serial: string, body: Record<string, unknown>, key = admin.key) =>
  stack.post<DeviceConfiguration>(path(serial), { key, body });

describe('a configuration', () => {
  it('that nobody has saved is the defaults, in sync with whatever the device runs', async () => {
    const device = await createDevice(stack);
    expect(await read(device.serial)).toMatchObject({
      version: 0,
      system_volume: 100,
      music_volume: 80,
      radio_volume: 70,
      in_sync: true,
    });
    const wire = await connectDevice(stack.mqttUrl, device);
    await wire.status();
    await wire.publish(topics.configReported(device.serial), { version: 0, system_volume: 35 }, { retain: true });
    const { version, reported } = await until(
      'the report',
      () => read(device.serial),
      (config) => config.reported !== null,
    );
    expect({ version, reported }).toMatchObject({ version: 0, reported: { system_volume: 35 } });
    expect(wire.configs).toEqual([]);
  });

  it('is merged setting by setting, counted up, sent to the device, and in sync once reported', async () => {
    const device = await createDevice(stack);
    const wire = await connectDevice(stack.mqttUrl, device);
    expect((await save(device.serial, { music_volume: 20 })).body).toMatchObject({
      version: 1,
      music_volume: 20,
      radio_volume: 70,
      in_sync: false,
    });
    await save(device.serial, { wifi_login: 'shop', wifi_pass: 'hunter-22' });
    await until('the second version', () => wire.configs.at(-1)?.version === 2);
    expect(wire.configs.at(-1)).toMatchObject({ music_volume: 20, wifi_pass: 'hunter-22' });
    await wire.publish(topics.configReported(device.serial), { version: 2, music_volume: 20 }, { retain: true });
    await until('in sync', async () => (await read(device.serial)).in_sync);
  });

  it('never shows the WiFi password, only that there is one', async () => {
    const { serial } = await createDevice(stack);
    const saved = await save(serial, { wifi_pass: 'hunter-22' });
    expect(saved.body.wifi_pass_set).toBe(true);
    expect(JSON.stringify([saved.body, await read(serial)])).not.toContain('hunter-22');
    expect((await save(serial, { wifi_pass: null })).body.wifi_pass_set).toBe(false);
  });

  it('takes the answer of the reading call back as it is, which changes nothing', async () => {
    const device = await createDevice(stack);
    await save(device.serial, { music_volume: 20, wifi_login: 'shop', wifi_pass: 'hunter-22' });
    const own = await read(device.serial);
    const saved = await save(device.serial, { ...own, radio_volume: 15 });
    expect(saved).toMatchObject({ status: 200, body: { music_volume: 20, radio_volume: 15, wifi_pass_set: true } });
    expect((await save(device.serial, { ...own, unknown_field: 1 })).status).toBe(400);
  });

  it('reaches the device and nobody else with its WiFi password, and keeps it when an edit leaves it out', async () => {
    const owner = await createUser(stack);
    const device = await createDevice(stack, { user_id: owner.id });
    const wire = await connectDevice(stack.mqttUrl, device);
    const heard: string[] = [];
    const consoles = [];
    for (const { id, key } of [owner, admin]) {
      const client = await mqtt.connectAsync(stack.wsUrl, { username: String(id), password: key, reconnectPeriod: 0 });
      client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`));
      await client.subscribeAsync([...filters.readByConsole(device.serial), topics.userEvents(id)], { qos: 1 });
      consoles.push(client);
    }
    const secret = 'only-for-the-device';
    const answers: unknown[] = [
      await save(device.serial, { wifi_login: 'shop', wifi_pass: secret }, owner.key),
      await save(device.serial, { wifi_pass: `${secret}${'!'.repeat(64)}` }, owner.key),
      await save(device.serial, { wifi_pass: secret, unknown: secret }, owner.key),
      await save(device.serial, { system_volume: 12 }, owner.key),
    ];
    await until('the version without a password', () => wire.configs.at(-1)?.version === 2);
    expect(wire.configs.at(-1)).toMatchObject({ wifi_login: 'shop', wifi_pass: secret, system_volume: 12 });
    await wire.publish(topics.configReported(device.serial), { version: 2 }, { retain: true });
    await until('the report', () => heard.some((message) => message.includes('config/reported')));
    for (const { key } of [owner, admin]) {
      for (const url of [path(device.serial), `/api/devices/info/${device.serial}`, '/api/devices/user/email'])
        answers.push((await stack.get(url, { key })).body);
    }
    answers.push(await stack.db.selectFrom('audit_log').selectAll().execute());
    expect(answers[0]).toMatchObject({ body: { wifi_pass_set: true } });
    expect(JSON.stringify([answers, heard])).not.toContain(secret);
    for (const client of consoles) await client.endAsync();
  });

  it('is sent again, once, when a device comes back with another version', async () => {
    const device = await createDevice(stack);
    await save(device.serial, { system_volume: 11 });
    await stack.stopBroker();
    await stack.startBroker();
    await stack.ready();
    const wire = await connectDevice(stack.mqttUrl, device);
    await wire.status();
    await until('the configuration', () => wire.configs.length === 1);
    for (let report = 0; report < 3; report++)
      await wire.publish(topics.configReported(device.serial), { version: 0 }, { retain: true });
    await wire.metrics({ seq: 1 });
    await until('the metrics after them', () => wire.acks.length === 1);
    expect(wire.configs).toHaveLength(1);
  });

  it('saved while the broker is away waits for the device', async () => {
    const device = await createDevice(stack);
    await stack.stopBroker();
    expect((await save(device.serial, { radio_volume: 5 })).status).toBe(200);
    await stack.startBroker();
    await stack.ready();
    const wire = await connectDevice(stack.mqttUrl, device);
    await wire.status();
    await until('the configuration', () => wire.configs.at(-1)?.radio_volume === 5);
  });

  it('is only for the owner and administrators, and refuses what is no setting', async () => {
    const [owner, stranger] = [await createUser(stack), await createUser(stack)];
    const { serial } = await createDevice(stack, { user_id: owner.id });
    expect((await save(serial, { utc: 3 }, owner.key)).status).toBe(200);
    expect((await save(serial, { utc: 3 }, stranger.key)).status).toBe(404);
    expect((await stack.get(path(serial), { key: stranger.key })).status).toBe(404);
    for (const body of [{ system_volume: 101 }, { utc: 20 }, { version: 9 }, { device_key: 'x' }])
      expect((await save(serial, body)).status).toBe(400);
  });
});
