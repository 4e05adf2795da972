import { rightsCases, type RightsSubject } from '@belfry/schemas/testing/rights-cases';
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createDevice, createUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';

const OWN = '1111-2222-3333-4444';
const OTHER = '5555-6666-7777-8888';
/** Stands for the id of the owner, which the database chooses. */
const OWNER_ID = 700;
const CASES = rightsCases({ own: OWN, other: OTHER, owner: OWNER_ID, stranger: 7_001 });

type Login = { clientId: string; username: string; password: string };
let stack: Stack;
let logins: Record<RightsSubject, Login>;
beforeAll(async () => {
  stack = await startStack();
  const [owner, admin] = [await createUser(stack), await createAdmin(stack)];
  const device = await createDevice(stack, { serial: OWN, user_id: owner.id });
  await createDevice(stack, { serial: OTHER });
  const consoleOf = ({ id, key }: typeof owner): Login => ({
    clientId: consoleClientId(id, 'rights'),
    username: String(id),
    password: key,
  });
  logins = {
    device: { clientId: OWN, username: OWN, password: device.device_key },
    owner: consoleOf(owner),
    admin: consoleOf(admin),
  };
});
afterAll(() => stack.stop());

const connect = (login: Login): Promise<MqttClient> =>
  mqtt.connectAsync(stack.mqttUrl, { ...login, clean: true, reconnectPeriod: 0 });

/** Whether the engine accepts it: some refuse a filter with 0x80, others close the connection. */
async function isAllowed(client: MqttClient, action: 'publish' | 'subscribe', topic: string): Promise<boolean> {
  const closed = new Promise<false>((resolve) => client.once('close', () => resolve(false)));
  const attempt =
    action === 'subscribe'
      ? client.subscribeAsync(topic, { qos: 1 }).then(([granted]) => granted !== undefined && granted.qos < 128)
      : client.publishAsync(topic, '{}', { qos: 1 }).then(() => true);
  return Promise.race([closed, attempt.catch(() => false)]);
}

describe('who may do what', () => {
  // A client cannot send a publish to a wildcard: MQTT.js refuses it.
  const possible = CASES.filter(([, action, topic]) => action === 'subscribe' || !/[#+]/.test(topic));

  it.each(possible)('%s, %s %s: %s', async (who, action, topic, expected) => {
    const client = await connect(logins[who]);
    client.on('error', () => undefined);
    const actual = topic.replace(`users/${OWNER_ID}/`, `users/${logins.owner.username}/`);
    expect(await isAllowed(client, action, actual)).toBe(expected);
    await client.endAsync(true);
  });
});

describe('a client', () => {
  it.each([
    ['a device with a wrong key', () => ({ ...logins.device, password: 'wrong' })],
    ['a console with the key of another user', () => ({ ...logins.owner, password: logins.admin.password })],
    ['a guest', () => ({ clientId: 'guest', username: 'guest', password: 'guest' })],
    ['the api with a wrong secret', () => ({ clientId: 'x', username: 'service', password: 'wrong' })],
  ])('that is %s is refused', async (_who, login) => {
    await expect(connect(login())).rejects.toThrow();
  });
});
