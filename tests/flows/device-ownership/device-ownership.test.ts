import { filters, topics } from '@belfry/schemas/mqtt/topics';
import mqtt from 'mqtt';
import { describe, expect, it } from 'vitest';
import { SERVICE_SECRET } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { connectConsole, grantOf, REFUSED } from '../../support/devices/mqtt-console.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { OWNED_DEVICE_SECRET, ownedDevice, retainedOf } from '../../support/devices/owned-device.ts';
import { until } from '../../support/until.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { internalHttp } from '@belfry/schemas/http/service/internal';
import { configurationHttp } from '@belfry/schemas/http/device-state';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

const connect = (user: TestUser) => connectConsole(stack.wsUrl, user);

const closed = (client: mqtt.MqttClient): Promise<void> =>
  new Promise((resolve) => client.once('close', () => resolve()));

const enroll = (serial: string, pass: string) => stack.call(enrolmentHttp.enrol, null, { serial, pass });
const edit = (device_id: number, body: object, key = admin.key) =>
  stack.call(devicesAdminHttp.edit, { key }, { device_id, ...body });
const register = ({ key }: TestUser, { serial, pass }: TestDevice) =>
  stack.call(enrolmentHttp.register, { key }, { serial, pass });
const provision = (body: object) =>
  stack.internal.call(internalHttp.provision, { key: `Bearer ${SERVICE_SECRET}` }, body);

/** All ways in which a device loses its owner. */
const OWNER_CHANGES: [string, (owner: TestUser, device: TestDevice) => Promise<{ status: number }>][] = [
  [
    'is deleted',
    async (_owner, { device_id }) => {
      await edit(device_id, { device_mode: 'no' });
      return stack.call(devicesAdminHttp.remove, admin, { device_id });
    },
  ],
  ['loses its owner through an administrator', (_owner, { device_id }) => edit(device_id, { user_id: null })],
  [
    'gets another owner through an administrator',
    async (_owner, { device_id }) => edit(device_id, { user_id: (await createUser(stack)).id }),
  ],
  ['is provisioned again', (_owner, { serial, pass }) => provision({ devices: [{ serial, pass }], reset: true })],
  ['belongs to a deleted account', ({ id }) => stack.call(userChangesHttp.remove, admin, { id })],
];

describe.each(OWNER_CHANGES)('a device that %s', (change, act) => {
  it('revokes the former owner’s access and the device key, and deletes settings and retained messages', async () => {
    const { owner, device, mqttDevice } = await ownedDevice(stack);
    const client = await connect(owner);
    expect(await grantOf(client, topics.status(device.serial))).toBe(1);
    const ends = Promise.all([closed(client), closed(mqttDevice.client)]);
    expect((await act(owner, device)).status).toBeLessThan(300);
    await ends;
    if (change !== 'belongs to a deleted account') {
      for (const topic of filters.readByConsole(device.serial)) {
        const again = await connect(owner);
        expect(await grantOf(again, topic)).toBe(REFUSED);
        await again.endAsync(true);
      }
      expect((await stack.call(configurationHttp.read, owner, { serial: device.serial })).status).toBe(404);
    }
    await expect(connectDevice(stack.mqttUrl, device)).rejects.toThrow();
    await until('no retained messages', async () => (await retainedOf(stack, device.serial)).length === 0);
    if (change === 'is deleted') return;
    const info = await stack.call(devicesHttp.info, admin, { device: device.serial });
    expect(info.body).toMatchObject({
      company_id: null,
      enrolled: false,
      device_mode: 'new',
      hostname: null,
      ip: null,
      players: {},
      configuration: { version: 0, system_volume: 100, wifi_login: null, wifi_pass_set: false, reported: null },
    });
  });
});

it('enrols again with its pass and gets nothing of the former owner', async () => {
  const { device } = await ownedDevice(stack);
  const next = await createUser(stack);
  await edit(device.device_id, { user_id: null });
  expect((await register(next, device)).status).toBe(200);
  const enrolled = await enroll(device.serial, device.pass);
  const mqttDevice = await connectDevice(stack.mqttUrl, { ...device, device_key: enrolled.body['device_key'] });
  await mqttDevice.status();
  await stack.call(configurationHttp.save, next, { serial: device.serial, system_volume: 33 });
  await until('the configuration', () => mqttDevice.configs.length > 0);
  expect(mqttDevice.configs.at(-1)).toMatchObject({ version: 1, system_volume: 33, wifi_login: null, wifi_pass: null });
  expect(JSON.stringify(mqttDevice.configs)).not.toContain(OWNED_DEVICE_SECRET);
  await mqttDevice.disconnect();
});

it('retained messages are cleared before an enrolling device can read them', async () => {
  const { device } = await ownedDevice(stack);
  await edit(device.device_id, { user_id: null });
  await until('no retained messages', async () => (await retainedOf(stack, device.serial)).length === 0);
  const client = await mqtt.connectAsync(stack.mqttUrl, { username: 'service', password: SERVICE_SECRET });
  for (const topic of [topics.configDesired(device.serial), topics.programme(device.serial)])
    await client.publishAsync(topic, '{"version":7}', { qos: 1, retain: true });
  await client.endAsync();
  await enroll(device.serial, device.pass);
  expect(await retainedOf(stack, device.serial)).toEqual([]);
});

it('a device without owner keeps its key and its configuration when it is claimed', async () => {
  const [device, user] = [await createDevice(stack), await createUser(stack)];
  const mqttDevice = await connectDevice(stack.mqttUrl, device);
  await stack.call(configurationHttp.save, admin, { serial: device.serial, system_volume: 44 });
  expect((await register(user, device)).status).toBe(200);
  const { body } = await stack.call(configurationHttp.read, user, { serial: device.serial });
  expect(body).toMatchObject({ system_volume: 44 });
  await mqttDevice.status();
  await mqttDevice.disconnect();
});

it('deleting all users removes the owner of each device', async () => {
  const { owner, device, mqttDevice } = await ownedDevice(stack);
  const client = await connect(owner);
  const ends = Promise.all([closed(client), closed(mqttDevice.client)]);
  const root = await createUser(stack, { role: 'root' });
  expect((await stack.call(userChangesHttp.removeAll, root)).status).toBe(200);
  await ends;
  admin = await createAdmin(stack);
  const { body } = await stack.call(devicesHttp.info, root, { device: device.serial });
  expect(body).toMatchObject({ user_id: null, enrolled: false, configuration: { wifi_pass_set: false } });
});

describe('an administrator who changes the owner of a device', () => {
  it('can move it to a node of the new owner in the same call', async () => {
    const { owner, device } = await ownedDevice(stack);
    const next = await createUser(stack);
    const main = await createCompany(stack, { user_id: next.id });
    const company = await createCompany(stack, { below: main, type: 'Company' });
    const { company_id } = await createCompany(stack, { below: company });
    expect((await edit(device.device_id, { company_id })).body.code).toBe('device_owned');
    const moved = await edit(device.device_id, { user_id: next.id, company_id });
    expect(moved.body).toMatchObject({ user_id: next.id, company_id });
    expect((await stack.call(devicesHttp.info, owner, { device: device.serial })).status).toBe(404);
    expect((await stack.call(devicesHttp.info, next, { device: device.serial })).status).toBe(200);
  });

  it('cannot take it from a root, or give it to a root or to an unknown user', async () => {
    const root = await createUser(stack, { role: 'root' });
    const [theirs, free] = [await createDevice(stack, { user_id: root.id }), await createDevice(stack)];
    expect((await edit(theirs.device_id, { user_id: null })).body.code).toBe('device_owned');
    for (const id of [root.id, 99_999_999]) {
      expect(await edit(free.device_id, { user_id: id })).toMatchObject({
        status: 422,
        body: { error: `There is no user with the number ${id}` },
      });
    }
    expect((await edit(free.device_id, { user_id: root.id }, root.key)).body.user_id).toBe(root.id);
  });
});
