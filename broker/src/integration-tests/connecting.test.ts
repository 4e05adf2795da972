import { topics } from '@belfry/schemas/mqtt/topics';
import mqttPacket, { type IConnectPacket } from 'mqtt-packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPacket } from '../testing/raw-client.ts';
import {
  answerHook,
  KEY,
  OTHER_SERIAL,
  SECRET,
  SERIAL,
  startTestBroker,
  type TestBroker,
} from '../testing/test-broker.ts';

let broker: TestBroker;
let asked = 0;
beforeAll(async () => {
  broker = await startTestBroker({ AUTH_FAILURES: '3' }, async (question) => {
    asked++;
    if (question.username === '503') throw new Error('the api is away');
    return answerHook(question);
  });
});
afterAll(() => broker.stop());

const code = async (options: Partial<IConnectPacket> & { clientId: string }): Promise<number> => {
  const client = await broker.raw();
  const answer = await client.connect(options);
  if (answer === 0) client.destroy();
  else await client.whenClosed();
  return answer;
};
const key = Buffer.from(KEY);

describe('a CONNECT', () => {
  it.each([
    ['a device with its key', 0, { clientId: SERIAL, username: SERIAL, password: key }],
    ['a device with a wrong key', 4, { clientId: SERIAL, username: SERIAL, password: Buffer.from('no') }],
    ['nobody', 4, { clientId: SERIAL }],
    ['an invalid user name', 4, { clientId: 'x', username: "' or 1=1", password: key }],
    ['a device that calls itself something else', 0, { clientId: 'mqttjs_1', username: SERIAL, password: key }],
    ['a device without an id', 0, { clientId: '', username: SERIAL, password: key }],
    ['a console', 0, { clientId: 'console-7-a', username: '7', password: key }],
    ['a console without an id', 0, { clientId: '', username: '7', password: key }],
    ['a console that calls itself something else', 0, { clientId: 'mqttjs_1', username: '7', password: key }],
    ['an id without end', 2, { clientId: `console-7-${'x'.repeat(200)}`, username: '7', password: key }],
    ['the api', 0, { clientId: 'belfry-x', username: 'service', password: Buffer.from(SECRET) }],
    ['the api with a wrong secret', 4, { clientId: 'belfry-x', username: 'service', password: Buffer.from('guess') }],
    ['anybody while the api is away', 3, { clientId: 'console-503-a', username: '503', password: key }],
  ])('of %s is answered with the return code %i', async (_who, expected, options) => {
    expect(await code(options)).toBe(expected);
  });

  it('with NUL in its client id or key calls no hook', async () => {
    const before = asked;
    const given = { clientId: 'x', username: SERIAL, password: Buffer.from(`${KEY}\0`) };
    expect(await code({ ...given, clientId: 'console-7-a' })).toBe(4);
    expect(await code({ ...given, clientId: 'a\0b', password: key })).toBe(2);
    expect(asked).toBe(before);
  });

  it('with an empty client id and a persistent session is refused', async () => {
    const bytes = mqttPacket.generate(connectPacket({ clientId: '', username: '7', password: key }));
    const flags = 2 + 2 + 'MQTT'.length + 1;
    bytes.writeUInt8(bytes.readUInt8(flags) & ~2, flags);
    const client = await broker.raw();
    client.socket.write(bytes);
    expect((await client.next('connack')).returnCode).toBe(2);
  });

  it('with a last will on a topic of another device is refused', async () => {
    const will = { topic: topics.status(OTHER_SERIAL), payload: Buffer.from('offline'), qos: 1 as const, retain: true };
    expect(await code({ clientId: SERIAL, username: SERIAL, password: key, will })).toBe(5);
  });

  it('of a user name with repeated failures does not call the hook any more', async () => {
    const wrong = { clientId: OTHER_SERIAL, username: OTHER_SERIAL, password: Buffer.from('guess') };
    for (let guess = 0; guess < 3; guess++) expect(await code(wrong)).toBe(4);
    const before = asked;
    expect(await code({ ...wrong, password: key })).toBe(4);
    expect(asked).toBe(before);
  });
});
