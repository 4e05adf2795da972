import { topics } from '@belfry/schemas/mqtt/topics';
import { sql } from 'kysely';
import type mqtt from 'mqtt';
import { describe, expect, it } from 'vitest';
import { connectConsole, grantOf, REFUSED } from '../../../support/devices/mqtt-console.ts';
import { connectDevice } from '../../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { until } from '../../../support/until.ts';
import type { Stack } from '../../../support/stack.ts';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

/** Waits until the connection is closed by this change. The test times out otherwise. */
async function closedBy(client: mqtt.MqttClient, act: () => Promise<{ status: number }>): Promise<void> {
  const closed = new Promise((resolve) => client.once('close', () => resolve(null)));
  expect([200, 204]).toContain((await act()).status);
  await closed;
}

const connect = (user: TestUser) => connectConsole(stack.wsUrl, user);

describe('a device', () => {
  it('that is blocked is disconnected and cannot connect again', async () => {
    const made = await createDevice(stack);
    const device = await connectDevice(stack.mqttUrl, made);
    const block = () => stack.call(devicesAdminHttp.edit, admin, { device_id: made.device_id, device_mode: 'blocked' });
    await closedBy(device.client, block);
    await expect(connectDevice(stack.mqttUrl, made)).rejects.toThrow();
  });

  it('that gets a new key can connect with the new one only', async () => {
    const made = await createDevice(stack);
    const device = await connectDevice(stack.mqttUrl, made);
    let device_key = '';
    const rotate = async () => {
      const answer = await stack.call(devicesAdminHttp.rotateKey, admin, { device_id: made.device_id });
      device_key = answer.body['device_key'];
      return answer;
    };
    await closedBy(device.client, rotate);
    await expect(connectDevice(stack.mqttUrl, made)).rejects.toThrow();
    const back = await connectDevice(stack.mqttUrl, { ...made, device_key });
    await back.disconnect();
  });
});

describe('a console', () => {
  it('is disconnected when its user signs out', async () => {
    const user = await createUser(stack);
    const client = await connect(user);
    await closedBy(client, () => stack.call(authHttp.signOut, user));
    await expect(connect(user)).rejects.toThrow();
  });

  it.each([
    ['blocked', (id: number) => stack.call(userChangesHttp.block, admin, { userId: id, blocked: true })],
    ['given a new key', (id: number) => stack.call(userKeysHttp.updateKey, admin, { user_id: id })],
    ['deleted', (id: number) => stack.call(userChangesHttp.remove, admin, { id })],
  ])('is disconnected when its user is %s, and cannot connect again', async (_what, act) => {
    const user = await createUser(stack);
    const client = await connect(user);
    await closedBy(client, () => act(user.id));
    await expect(connect(user)).rejects.toThrow();
  });

  it('is disconnected when its session has passed, and cannot connect again', async () => {
    const user = await createUser(stack);
    const client = await connect(user);
    await closedBy(client, async () => {
      const keys = stack.db.updateTable('user_keys').set({ expires_at: sql<Date>`now()` });
      await keys.where('user_id', '=', user.id).execute();
      return { status: 200 };
    });
    await expect(connect(user)).rejects.toThrow();
  });

  it('has the permissions of a changed role', async () => {
    const user = await createUser(stack);
    expect(await grantOf(await connect(user), topics.fleetSummary)).toBe(REFUSED);
    const client = await connect(user);
    const rise = () => stack.call(userChangesHttp.edit, admin, { userId: user.id, updates: { role: 'admin' } });
    await closedBy(client, rise);
    const risen = await connect(user);
    expect((await risen.subscribeAsync(topics.fleetSummary))[0]?.qos).toBeLessThan(2);
    await risen.endAsync();
  });

  it('that an administrator opened as another user is disconnected when the administrator is blocked', async () => {
    const [user, by] = [await createUser(stack), await createAdmin(stack)];
    const opened = await stack.call(userKeysHttp.impersonate, by, { user_id: user.id });
    const tab = { ...user, key: opened.body['user_key'] };
    const client = await connect(tab);
    const block = () => stack.call(userChangesHttp.block, admin, { userId: by.id, blocked: true });
    await closedBy(client, block);
    await expect(connect(tab)).rejects.toThrow();
  });

  it('may read a device only after its user has registered it', async () => {
    const user = await createUser(stack);
    const { serial, pass } = await createDevice(stack);
    const topic = topics.status(serial);
    expect(await grantOf(await connect(user), topic)).toBe(REFUSED);
    const otherUser = await connect(user);
    const register = () => stack.call(enrolmentHttp.register, user, { serial, pass });
    await closedBy(otherUser, register);
    const owner = await connect(user);
    expect((await owner.subscribeAsync(topic, { qos: 1 }))[0]?.qos).toBe(1);
    await owner.endAsync();
  });

  it('of an administrator receives an event at once about what changed', async () => {
    const client = await connect(admin);
    await client.subscribeAsync(topics.userEvents(admin.id));
    const events: { type: string; ids: unknown[] }[] = [];
    client.on('message', (_topic, payload) => events.push(JSON.parse(payload.toString())));
    const { device_id } = await createDevice(stack);
    await stack.call(devicesAdminHttp.edit, admin, { device_id, note: 'Hall' });
    // Events about earlier changes may come first or in the same message.
    const names = () => events.some(({ type, ids }) => type === 'devices_changed' && ids.includes(device_id));
    await until('the event that names the device', names);
    await client.endAsync();
  });
});
