import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { describe, expect, it } from 'vitest';
import { connectConsole } from '../../support/devices/mqtt-console.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

const read = async (serial: string) => (await stack.call(configurationHttp.read, admin, { serial })).body;
/** The body is sent as it is, because the one that was read has the serial number, too. */
const save = (serial: string, body: Record<string, unknown>, key = admin.key) =>
  stack.call(configurationHttp.save, { key }, { serial }, { body: JSON.stringify(body) });

describe('a device configuration', () => {
  it('consists of the defaults until it is saved, and is in sync with any reported configuration', async () => {
    const device = await createDevice(stack);
    expect(await read(device.serial)).toMatchObject({
      version: 0,
      system_volume: 100,
      music_volume: 80,
      radio_volume: 70,
      in_sync: true,
    });
    const mqttDevice = await connectDevice(stack.mqttUrl, device);
    await mqttDevice.status();
    await mqttDevice.publish(topics.configReported(device.serial), { version: 0, system_volume: 35 }, { retain: true });
    const { version, reported } = await until(
      'the report',
      () => read(device.serial),
      (config) => config.reported !== null,
    );
    expect({ version, reported }).toMatchObject({ version: 0, reported: { system_volume: 35 } });
    expect(mqttDevice.configs).toEqual([]);
  });

  it('is merged per setting, versioned, sent to the device, and in sync once the device reports it', async () => {
    const device = await createDevice(stack);
    const mqttDevice = await connectDevice(stack.mqttUrl, device);
    expect((await save(device.serial, { music_volume: 20 })).body).toMatchObject({
      version: 1,
      music_volume: 20,
      radio_volume: 70,
      in_sync: false,
    });
    await save(device.serial, { wifi_login: 'shop', wifi_pass: 'hunter-22' });
    await until('the second version', () => mqttDevice.configs.at(-1)?.version === 2);
    expect(mqttDevice.configs.at(-1)).toMatchObject({ music_volume: 20, wifi_pass: 'hunter-22' });
    await mqttDevice.publish(topics.configReported(device.serial), { version: 2, music_volume: 20 }, { retain: true });
    await until('in sync', async () => (await read(device.serial)).in_sync);
  });

  it('never returns the WiFi password, only whether there is one', async () => {
    const { serial } = await createDevice(stack);
    const saved = await save(serial, { wifi_pass: 'hunter-22' });
    expect(saved.body.wifi_pass_set).toBe(true);
    expect(JSON.stringify([saved.body, await read(serial)])).not.toContain('hunter-22');
    expect((await save(serial, { wifi_pass: null })).body.wifi_pass_set).toBe(false);
  });

  it('is unchanged when the response of the read call is saved', async () => {
    const device = await createDevice(stack);
    await save(device.serial, { music_volume: 20, wifi_login: 'shop', wifi_pass: 'hunter-22' });
    const own = await read(device.serial);
    const saved = await save(device.serial, { ...own, radio_volume: 15 });
    expect(saved).toMatchObject({ status: 200, body: { music_volume: 20, radio_volume: 15, wifi_pass_set: true } });
    expect((await save(device.serial, { ...own, unknown_field: 1 })).status).toBe(400);
  });

  it('keeps a volume that was set at the device when another setting is saved', async () => {
    const device = await createDevice(stack);
    const mqttDevice = await connectDevice(stack.mqttUrl, device);
    await mqttDevice.status();
    const report = (version: number, music_volume: number) =>
      mqttDevice.publish(topics.configReported(device.serial), { version, music_volume }, { retain: true });
    await report(0, 35);
    await until('the reported volume', async () => (await read(device.serial)).music_volume === 35);
    await save(device.serial, { utc: 3 });
    await until('the saved configuration', () => mqttDevice.configs.at(-1)?.version === 1);
    expect(mqttDevice.configs.at(-1)).toMatchObject({ utc: 3, music_volume: 35 });
    await report(0, 90);
    await until('the older report', async () => (await read(device.serial)).reported?.music_volume === 90);
    expect((await read(device.serial)).music_volume).toBe(35);
  });

  it('refuses an edit that began with an older version, and returns the present configuration without the password', async () => {
    const { serial } = await createDevice(stack);
    expect((await save(serial, { music_volume: 20, wifi_pass: 'hunter-22', revision: 0 })).body.version).toBe(1);
    const refused = await save(serial, { music_volume: 30, revision: 0 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { version: 1, music_volume: 20, wifi_pass_set: true } },
    });
    expect(JSON.stringify(refused.body)).not.toContain('hunter-22');
    expect((await save(serial, { music_volume: 30, revision: 1 })).body).toMatchObject({
      version: 2,
      music_volume: 30,
    });
    const saves = await Promise.all([2, 2].map((revision) => save(serial, { radio_volume: 40, revision })));
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('is sent with its WiFi password to the device only, and keeps the password when an edit omits it', async () => {
    const owner = await createUser(stack);
    const device = await createDevice(stack, { user_id: owner.id });
    const mqttDevice = await connectDevice(stack.mqttUrl, device);
    const received: string[] = [];
    const consoles = [];
    for (const user of [owner, admin]) {
      const { id } = user;
      const client = await connectConsole(stack.wsUrl, user);
      client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
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
    await until('the version without a password', () => mqttDevice.configs.at(-1)?.version === 2);
    expect(mqttDevice.configs.at(-1)).toMatchObject({ wifi_login: 'shop', wifi_pass: secret, system_volume: 12 });
    await mqttDevice.publish(topics.configReported(device.serial), { version: 2 }, { retain: true });
    await until('the report', () => received.some((message) => message.includes('config/reported')));
    for (const caller of [owner, admin])
      answers.push(
        (await stack.call(configurationHttp.read, caller, { serial: device.serial })).body,
        (await stack.call(devicesHttp.info, caller, { device: device.serial })).body,
        (await stack.call(devicesHttp.listOwn, caller)).body,
      );
    answers.push(await stack.db.selectFrom('audit_log').selectAll().execute());
    expect(answers[0]).toMatchObject({ body: { wifi_pass_set: true } });
    expect(JSON.stringify([answers, received])).not.toContain(secret);
    for (const client of consoles) await client.endAsync();
  });

  it('is sent again, once, when a device reports another version', async () => {
    const device = await createDevice(stack);
    await save(device.serial, { system_volume: 11 });
    await stack.stopBroker();
    await stack.startBroker();
    await stack.ready();
    const mqttDevice = await connectDevice(stack.mqttUrl, device);
    await mqttDevice.status();
    await until('the configuration', () => mqttDevice.configs.length === 1);
    for (let report = 0; report < 3; report++)
      await mqttDevice.publish(topics.configReported(device.serial), { version: 0 }, { retain: true });
    await mqttDevice.metrics({ seq: 1 });
    await until('the metrics after them', () => mqttDevice.acks.length === 1);
    expect(mqttDevice.configs).toHaveLength(1);
  });

  it('is sent to the device later when it was saved without a connection to the broker', async () => {
    const device = await createDevice(stack);
    await stack.stopBroker();
    expect((await save(device.serial, { radio_volume: 5 })).status).toBe(200);
    await stack.startBroker();
    await stack.ready();
    const mqttDevice = await connectDevice(stack.mqttUrl, device);
    await mqttDevice.status();
    await until('the configuration', () => mqttDevice.configs.at(-1)?.radio_volume === 5);
  });

  it('rejects unknown settings and wrong values', async () => {
    const { serial } = await createDevice(stack);
    expect((await save(serial, { utc: 3 })).status).toBe(200);
    for (const body of [{ system_volume: 101 }, { utc: 20 }, { version: 9 }, { device_key: 'x' }])
      expect((await save(serial, body)).status).toBe(400);
  });
});
