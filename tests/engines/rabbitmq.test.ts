import { INGEST_CLIENT_ID } from '@belfry/schemas/mqtt/client-id';
import { ingestClientId } from '@belfry/schemas/mqtt/shards';
import { topics } from '@belfry/schemas/mqtt/topics';
import { brokerAccessHttp } from '@belfry/schemas/http/service/internal';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { rabbitmqHttp } from '@belfry/schemas/http/service/engines';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createDevice, createUser, type TestDevice, type TestUser } from '../support/factories.ts';
import { connectConsole } from '../support/devices/mqtt-console.ts';
import { connectDevice } from '../support/devices/mqtt-device.ts';
import { managementOf } from '../support/engines/rabbitmq.ts';
import { SHARED_RABBITMQ } from '../support/engines/stack-engine.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** What RabbitMQ does otherwise than the bundled broker, and what the api does about it. */
let stack: Stack;
let admin: TestUser;
let owner: TestUser;
let device: TestDevice;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
  owner = await createUser(stack);
  device = await createDevice(stack, { user_id: owner.id });
});
afterAll(() => stack.stop());

describe('a client with the client id of somebody else', () => {
  const connect = (username: string, password: string, clientId: string) =>
    mqtt.connectAsync(stack.mqttUrl, { clientId, username, password, clean: true, reconnectPeriod: 0 });

  it('is refused, because it would receive what is queued for them', async () => {
    const other = await createDevice(stack);
    for (const clientId of [other.serial, ingestClientId(0, 1), 'console-1-x', '']) {
      await expect(connect(device.serial, device.device_key, clientId)).rejects.toThrow();
    }
    for (const clientId of [device.serial, `console-${owner.id}1-x`, 'mqttjs_1']) {
      await expect(connect(String(owner.id), owner.key, clientId)).rejects.toThrow();
    }
  });
});

describe('a device that is disconnected by the api', () => {
  it('is offline for consoles and in the list, although its last will is not published', async () => {
    const blocked = await createDevice(stack, { user_id: owner.id });
    const client = await connectConsole(stack.wsUrl, owner);
    const statuses: string[] = [];
    client.on('message', (_topic, payload) =>
      statuses.push((JSON.parse(payload.toString()) as { status: string }).status),
    );
    await client.subscribeAsync(topics.status(blocked.serial), { qos: 1 });
    const connected = await connectDevice(stack.mqttUrl, blocked);
    await connected.status();
    const info = async () => (await stack.call(devicesHttp.info, admin, { device: blocked.serial })).body.status;
    await until('online', info, (status) => status === 'online');
    await stack.call(devicesAdminHttp.edit, admin, { device_id: blocked.device_id, device_mode: 'blocked' });
    await until('the connection is closed', () => !connected.client.connected);
    await until('offline for consoles', () => statuses.at(-1) === 'offline');
    await until('offline in the list', info, (status) => status === 'offline');
    await client.endAsync();
  });
});

describe('a console', () => {
  it('receives the summary of the fleet within seconds, which is not retained', async () => {
    const client = await connectConsole(stack.wsUrl, admin);
    const summaries: unknown[] = [];
    client.on('message', (topic) => topic === topics.fleetSummary && summaries.push(topic));
    await client.subscribeAsync(topics.fleetSummary, { qos: 1 });
    await until('the summary', () => summaries.length > 0);
    await client.endAsync();
  });
});

it('the session of a console or device whose client does not return after a restart of RabbitMQ ends, not that of the ingest', async () => {
  const call = managementOf(
    JSON.parse(process.env[SHARED_RABBITMQ] ?? '').settings as Parameters<typeof managementOf>[0],
  );
  const client = await connectConsole(stack.wsUrl, owner);
  await client.subscribeAsync(topics.userEvents(owner.id), { qos: 1 });
  const connected = await connectDevice(stack.mqttUrl, await createDevice(stack));
  type Queue = { name: string; effective_policy_definition?: { expires?: number } };
  const limits = async () => {
    const all = (await call('GET', '/api/queues')) as Queue[];
    const of = (part: string) => all.find(({ name }) => name.includes(part))?.effective_policy_definition;
    return [of(INGEST_CLIENT_ID), of(`console-${owner.id}`), of(connected.serial)];
  };
  // RabbitMQ reports on a queue after some seconds.
  const isReported = (found: unknown[]): boolean => found.every(Boolean);
  const found = await until('the three sessions are reported', limits, isReported);
  expect(found.map((limit) => limit?.expires)).toEqual([undefined, 60_000, 60_000]);
  await client.endAsync();
  await connected.disconnect();
});

describe('questions', () => {
  const ask = async (secret: string, form: Record<string, string>) => {
    const url = `${stack.internal.address(rabbitmqHttp.user)}?secret=${secret}`;
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    return [answer.status, answer.headers.get('content-type')?.split(';')[0], await answer.text()];
  };
  const login = () => ({ username: device.serial, password: device.device_key, client_id: device.serial, vhost: '/' });
  const secret = () => stack.config.MQTT_ENGINE_SECRET ?? '';

  it('are answered as RabbitMQ expects it, to who knows the secret only', async () => {
    expect(await ask(secret(), login())).toEqual([200, 'text/plain', 'allow']);
    expect(await ask(secret(), { ...login(), password: 'wrong' })).toEqual([200, 'text/plain', 'deny']);
    for (const wrong of ['', stack.config.SERVICE_SECRET]) expect((await ask(wrong, login()))[0]).toBe(401);
    expect((await ask(secret(), { ...login(), username: 'x'.repeat(10_000) }))[0]).toBe(413);
  });

  it('of a login that is not by MQTT, or to another virtual host, are denied', async () => {
    const { client_id: _none, ...amqp } = login();
    expect((await ask(secret(), amqp))[2]).toBe('deny');
    expect((await ask(secret(), { ...login(), vhost: 'other' }))[2]).toBe('deny');
  });

  it('of the bundled broker have no route', async () => {
    const key = `Bearer ${stack.config.SERVICE_SECRET}`;
    expect((await stack.internal.call(brokerAccessHttp.authenticate, { key })).status).toBe(404);
  });
});
