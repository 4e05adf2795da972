import { topics } from '@belfry/schemas/mqtt/topics';
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '../support/device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../support/factories.ts';
import { until } from '../support/until.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterAll(() => stack.stop());

const WITHIN_MS = 1_000;

/** Resolves with the time that an act takes to close a connection. */
async function timeToClose(client: mqtt.MqttClient, act: () => Promise<{ status: number }>): Promise<number> {
  const closed = new Promise((resolve) => client.once('close', () => resolve(null)));
  const begun = performance.now();
  expect((await act()).status).toBeLessThan(300);
  await closed;
  return performance.now() - begun;
}

const connectConsole = ({ id, key }: TestUser) =>
  mqtt.connectAsync(stack.wsUrl, {
    clientId: consoleClientId(id, 'test'),
    username: String(id),
    password: key,
    reconnectPeriod: 0,
  });

describe('a device', () => {
  it('that is blocked is gone within a second and cannot come back', async () => {
    const made = await createDevice(stack);
    const device = await connectDevice(stack.mqttUrl, made);
    const block = () =>
      stack.put(`/api/devices/edit/${made.device_id}`, { key: admin.key, body: { device_mode: 'blocked' } });
    expect(await timeToClose(device.client, block)).toBeLessThan(WITHIN_MS);
    await expect(connectDevice(stack.mqttUrl, made)).rejects.toThrow();
  });

  it('that gets a new key comes back with the new one only', async () => {
    const made = await createDevice(stack);
    const device = await connectDevice(stack.mqttUrl, made);
    let device_key = '';
    const rotate = async () => {
      const answer = await stack.post(`/api/devices/rotate-key/${made.device_id}`, { key: admin.key });
      device_key = String(answer.body['device_key']);
      return answer;
    };
    expect(await timeToClose(device.client, rotate)).toBeLessThan(WITHIN_MS);
    await expect(connectDevice(stack.mqttUrl, made)).rejects.toThrow();
    const back = await connectDevice(stack.mqttUrl, { ...made, device_key });
    await back.leave();
  });
});

describe('a console', () => {
  it('is closed when its person signs out', async () => {
    const user = await createUser(stack);
    const client = await connectConsole(user);
    expect(await timeToClose(client, () => stack.delete('/api/auth/session', { key: user.key }))).toBeLessThan(
      WITHIN_MS,
    );
    await expect(connectConsole(user)).rejects.toThrow();
  });

  it.each([
    [
      'blocked',
      (id: number) => stack.post('/api/admin/user/block', { key: admin.key, body: { userId: id, blocked: true } }),
    ],
    [
      'given a new key',
      (id: number) => stack.post('/api/admin/user/update_key', { key: admin.key, body: { user_id: id } }),
    ],
    ['deleted', (id: number) => stack.delete(`/api/admin/user/${id}`, { key: admin.key })],
  ])('is closed within a second when its person is %s, and cannot come back', async (_what, act) => {
    const user = await createUser(stack);
    const client = await connectConsole(user);
    expect(await timeToClose(client, () => act(user.id))).toBeLessThan(WITHIN_MS);
    await expect(connectConsole(user)).rejects.toThrow();
  });

  it('has the rights of the new role within a second of its person getting one', async () => {
    const user = await createUser(stack);
    const client = await connectConsole(user);
    await expect(client.subscribeAsync(topics.fleetSummary)).rejects.toThrow();
    const rise = () =>
      stack.put('/api/admin/user/edit', { key: admin.key, body: { userId: user.id, updates: { role: 'admin' } } });
    expect(await timeToClose(client, rise)).toBeLessThan(WITHIN_MS);
    const risen = await connectConsole(user);
    expect((await risen.subscribeAsync(topics.fleetSummary))[0]?.qos).toBeLessThan(2);
    await risen.endAsync();
  });

  it('that an administrator has opened as somebody closes when the administrator is blocked', async () => {
    const [user, by] = [await createUser(stack), await createAdmin(stack)];
    const opened = await stack.post('/api/admin/user/impersonate', { key: by.key, body: { user_id: user.id } });
    const tab = { ...user, key: String(opened.body['user_key']) };
    const client = await connectConsole(tab);
    const block = () => stack.post('/api/admin/user/block', { key: admin.key, body: { userId: by.id, blocked: true } });
    expect(await timeToClose(client, block)).toBeLessThan(WITHIN_MS);
    await expect(connectConsole(tab)).rejects.toThrow();
  });

  it('reads the devices of its person: refused before the device is theirs, granted after', async () => {
    const user = await createUser(stack);
    const { serial, pass } = await createDevice(stack);
    const topic = topics.status(serial);
    const stranger = await connectConsole(user);
    await expect(stranger.subscribeAsync(topic, { qos: 1 })).rejects.toThrow();
    const register = () => stack.post('/api/devices/user/register', { key: user.key, body: { serial, pass } });
    expect(await timeToClose(stranger, register)).toBeLessThan(WITHIN_MS);
    const owner = await connectConsole(user);
    expect((await owner.subscribeAsync(topic, { qos: 1 }))[0]?.qos).toBe(1);
    await owner.endAsync();
  });

  it('of an administrator is told at once what changed', async () => {
    const client = await connectConsole(admin);
    await client.subscribeAsync(topics.userEvents(admin.id));
    const told: { type: string; ids: unknown[] }[] = [];
    client.on('message', (_topic, payload) => told.push(JSON.parse(payload.toString())));
    const { device_id } = await createDevice(stack);
    await stack.put(`/api/devices/edit/${device_id}`, { key: admin.key, body: { note: 'Hall' } });
    // What others changed a moment before may come first, or travel with it.
    const names = () => told.some(({ type, ids }) => type === 'devices_changed' && ids.includes(device_id));
    await until('the event that names the device', names);
    await client.endAsync();
  });
});
