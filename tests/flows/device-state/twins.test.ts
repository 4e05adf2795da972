import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import type { CommandMessage } from '@belfry/schemas/mqtt/messages';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { topics } from '@belfry/schemas/mqtt/topics';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, expect, it } from 'vitest';
import { startFleetObserver, type FleetObserver } from '../../support/devices/fleet-observer.ts';
import { statusMessage } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let observer: FleetObserver;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  observer = await startFleetObserver(stack);
});
afterAll(() => observer.stop());

const IDENTIFIER_REJECTED = 2;

/** A program of a device that connects again at once, as those do whose card was copied. */
function startCopy({ serial, device_key }: TestDevice, ip: string) {
  const codes: unknown[] = [];
  const client: MqttClient = mqtt.connect(stack.mqttUrl, {
    clientId: serial,
    username: serial,
    password: device_key,
    reconnectPeriod: 300,
    reconnectOnConnackError: true,
    keepalive: 10,
    will: {
      topic: topics.status(serial),
      payload: Buffer.from(JSON.stringify(statusMessage({ status: 'offline', ip }))),
      qos: 1,
      retain: true,
    },
  });
  client.on('error', (error) => codes.push('code' in error ? error.code : error.message));
  client.on('connect', () => {
    client.publish(topics.status(serial), JSON.stringify(statusMessage({ ip })), { qos: 1, retain: true });
    client.subscribe(topics.commands(serial), { qos: 1 });
  });
  client.on('message', (_topic, payload) => {
    const { correlation_id } = JSON.parse(payload.toString()) as CommandMessage;
    const answer = {
      correlation_id,
      phase: 'done',
      success: true,
      result: { networks: [] },
      at: new Date().toISOString(),
    };
    client.publish(topics.responses(serial), JSON.stringify(answer), { qos: 1 });
  });
  return { ip, client, codes };
}

it('of two devices with one key one stays online and answers, the other is refused, and an alarm names both', async () => {
  const owner = await createUser(stack);
  const admin = await createAdmin(stack);
  const main = await createCompany(stack, { user_id: owner.id });
  const company = await createCompany(stack, { below: main, type: 'Company' });
  const { company_id } = await createCompany(stack, { below: company });
  const device = await createDevice(stack, { user_id: owner.id, company_id });
  const copies = [startCopy(device, '10.0.0.5'), startCopy(device, '10.0.0.6')];
  try {
    const isRefused = ({ codes }: (typeof copies)[number]): boolean => codes.includes(IDENTIFIER_REJECTED);
    await until('one that is refused', () => copies.some(isRefused));
    const [refused, stays] = [copies.find(isRefused), copies.find((copy) => !isRefused(copy))];
    if (!refused || !stays) throw new Error('both are refused');
    await observer.untilStatus(device.serial, 'online');
    const statuses = observer.statusesOf(device.serial).length;
    // A dozen attempts of the other change nothing.
    await until('further attempts', () => refused.codes.length > 12);
    expect(observer.statusesOf(device.serial).slice(statuses)).toEqual([]);
    expect(stays.client.connected).toBe(true);
    expect(stays.codes).toEqual([]);
    expect((await observer.info(device.serial)).ip).toBe(stays.ip);
    const sent = await stack.call(commandsHttp.sendAndWait, owner, {
      serial: device.serial,
      command: 'wifi_scan',
      params: {},
    });
    expect(sent.status).toBe(200);
    const alarm = await until('the alarm', async () => {
      const { body } = await stack.call(alarmsHttp.list, owner, { kind: 'key_used_twice' });
      return body.find(({ devices }) => devices.includes(device.serial));
    });
    expect(alarm).toMatchObject({
      severity: 'high',
      state: 'open',
      company_id,
      detail: `Connected: ${stays.ip} (from 127.0.0.1); refused: ${refused.ip} (from 127.0.0.1)`,
    });
    const { twin } = await observer.info(device.serial);
    expect(twin).toEqual({ connected: stays.ip, refused: refused.ip });

    // The one that stays is turned off, and the other is admitted.
    stays.client.end(true);
    await until('the other', () => refused.client.connected);
    await until('its address', async () => (await observer.info(device.serial)).ip === refused.ip);
    // A new key ends what is said of the old one.
    expect((await stack.call(devicesAdminHttp.rotateKey, admin, { device_id: device.device_id })).status).toBe(200);
    expect((await observer.info(device.serial)).twin).toBeNull();
  } finally {
    for (const { client } of copies) client.end(true);
  }
});
