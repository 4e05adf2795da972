import { aclFor } from '@belfry/schemas/mqtt/access';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import mqttPacket, { type IConnectPacket } from 'mqtt-packet';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import {
  ADMIN,
  answerHook,
  KEY,
  OTHER_SERIAL,
  OWNER,
  SECRET,
  SERIAL,
  startTestBroker,
  type TestBroker,
} from '../testing/test-broker.ts';

let broker: TestBroker;
let asked = 0;
/** The devices that belong to OWNER. */
let serialsOfOwner = [SERIAL];
afterEach(() => void (serialsOfOwner = [SERIAL]));
beforeAll(async () => {
  broker = await startTestBroker({ AUTH_FAILURES: '3', MAX_SUBSCRIPTIONS: '5' }, async (question) => {
    asked++;
    if (question.username === '503') throw new Error('the api is away');
    const answer = await answerHook(question);
    if (answer.result !== 'allow' || question.username !== String(OWNER)) return answer;
    return { ...answer, acl: aclFor({ kind: 'console', userId: OWNER, role: 'user', serials: serialsOfOwner }) };
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

describe('connecting', () => {
  it.each([
    ['a device with its key', { clientId: SERIAL, username: SERIAL, password: key }, 0],
    ['a device with a wrong key', { clientId: SERIAL, username: SERIAL, password: Buffer.from('no') }, 4],
    ['nobody', { clientId: SERIAL }, 4],
    ['a user name that is none', { clientId: 'x', username: "' or 1=1", password: key }, 4],
    ['a device that calls itself something else', { clientId: 'mqttjs_1', username: SERIAL, password: key }, 0],
    ['a device without an id', { clientId: '', username: SERIAL, password: key }, 0],
    ['a console', { clientId: 'console-7-a', username: '7', password: key }, 0],
    ['a console without an id', { clientId: '', username: '7', password: key }, 0],
    ['a console that calls itself something else', { clientId: 'mqttjs_1', username: '7', password: key }, 0],
    ['an id without end', { clientId: `console-7-${'x'.repeat(200)}`, username: '7', password: key }, 2],
    ['the api', { clientId: 'belfry-x', username: 'service', password: Buffer.from(SECRET) }, 0],
    ['the api with a wrong secret', { clientId: 'belfry-x', username: 'service', password: Buffer.from('guess') }, 4],
    ['anybody while the api is away', { clientId: 'console-503-a', username: '503', password: key }, 3],
  ])('%s', async (_who, options, expected) => {
    expect(await code(options)).toBe(expected);
  });

  it('calls no hook for a client id or key that contains NUL', async () => {
    const before = asked;
    const given = { clientId: 'x', username: SERIAL, password: Buffer.from(`${KEY}\0`) };
    expect(await code({ ...given, clientId: 'console-7-a' })).toBe(4);
    expect(await code({ ...given, clientId: 'a\0b', password: key })).toBe(2);
    expect(asked).toBe(before);
  });

  it('refuses an empty client id with a persistent session', async () => {
    const bytes = mqttPacket.generate(connectPacket({ clientId: '', username: '7', password: key }));
    const flags = 2 + 2 + 'MQTT'.length + 1;
    bytes.writeUInt8(bytes.readUInt8(flags) & ~2, flags);
    const client = await broker.raw();
    client.socket.write(bytes);
    expect((await client.next('connack')).returnCode).toBe(2);
  });

  it('refuses a last will on a topic of another device', async () => {
    const will = { topic: topics.status(OTHER_SERIAL), payload: Buffer.from('offline'), qos: 1 as const, retain: true };
    expect(await code({ clientId: SERIAL, username: SERIAL, password: key, will })).toBe(5);
  });

  it('stops calling the hook for a user name with repeated failures', async () => {
    const wrong = { clientId: OTHER_SERIAL, username: OTHER_SERIAL, password: Buffer.from('guess') };
    for (let guess = 0; guess < 3; guess++) expect(await code(wrong)).toBe(4);
    const before = asked;
    expect(await code({ ...wrong, password: key })).toBe(4);
    expect(asked).toBe(before);
  });
});

describe('subscribing', () => {
  it('returns 128 for a filter that is not allowed and grants the others of the packet', async () => {
    const client = await broker.console();
    const wanted = [
      { topic: filters.playersOfDevice(SERIAL), qos: 1 as const },
      { topic: filters.everyDevice, qos: 1 as const },
      { topic: filters.everythingOfDevice(OTHER_SERIAL), qos: 1 as const },
      { topic: topics.userEvents(OWNER), qos: 0 as const },
      { topic: topics.userEvents(ADMIN), qos: 0 as const },
      { topic: '$SYS/#', qos: 0 as const },
      { topic: `$share/group/${filters.everythingOfDevice(SERIAL)}`, qos: 0 as const },
      { topic: '#', qos: 0 as const },
    ];
    client.send(subscribePacket(1, ...wanted));
    expect((await client.next('suback')).granted).toEqual([1, 128, 128, 0, 128, 128, 128, 128]);
    client.destroy();
  });

  it.each([
    ['an owner', OWNER],
    ['an administrator', ADMIN],
  ])('never lets %s read the desired configuration, which holds a password', async (_who, userId) => {
    const [api, client] = [await broker.service({ clientId: 'belfry-api' }), await broker.console(userId)];
    const wanted = [
      topics.configDesired(SERIAL),
      filters.everythingOfDevice(SERIAL),
      `devices/${SERIAL}/config/+`,
      `devices/${SERIAL}/+/desired`,
      'devices/+/config/desired',
      ...filters.readByConsole(SERIAL),
    ];
    client.send(subscribePacket(1, ...wanted.map((topic) => ({ topic, qos: 1 as const }))));
    expect((await client.next('suback')).granted).toEqual([128, 128, 128, 128, 128, 1, 1, 1]);
    api.send(publishPacket(topics.configDesired(SERIAL), 'secret', { qos: 1, messageId: 1, retain: true }));
    await api.next('puback');
    client.send({ cmd: 'pingreq' });
    await client.next('pingresp');
    expect(client.all('publish')).toEqual([]);
    api.send(publishPacket(topics.configDesired(SERIAL), '', { qos: 1, messageId: 2, retain: true }));
    for (const one of [client, api]) one.destroy();
  });

  it('limits the number of subscriptions, also within one packet', async () => {
    const admin = await broker.console(ADMIN);
    const wanted = Array.from({ length: 7 }, (_, at) => ({ topic: `devices/+/x${at}`, qos: 0 as const }));
    admin.send(subscribePacket(1, ...wanted));
    expect((await admin.next('suback')).granted).toEqual([0, 0, 0, 0, 0, 128, 128]);
    admin.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['devices/+/x0'] }, subscribePacket(3, wanted[6]!));
    expect((await admin.next('suback', 1)).granted).toEqual([0]);
    admin.send(subscribePacket(4, { topic: 'devices/+/x1', qos: 1 }));
    expect((await admin.next('suback', 2)).granted).toEqual([1]);
    admin.destroy();
  });
});

describe('a resumed session whose rights were reduced', () => {
  it('gets no further messages that it may not read any more, and all others', async () => {
    const session = { clientId: `console-${OWNER}-kept`, clean: false };
    const events = topics.userEvents(OWNER);
    const first = await broker.console(OWNER, session);
    const wanted = [filters.playersOfDevice(SERIAL), topics.status(SERIAL), events];
    first.send(subscribePacket(1, ...wanted.map((topic) => ({ topic, qos: 1 as const }))));
    expect((await first.next('suback')).granted).toEqual([1, 1, 1]);
    first.destroy();
    await first.whenClosed();

    serialsOfOwner = [];
    const second = await broker.console(OWNER, session);
    const api = await broker.service({ clientId: 'belfry-publisher' });
    for (const [at, topic] of [topics.status(SERIAL), topics.player(SERIAL, 'music'), events].entries()) {
      api.send(publishPacket(topic, 'x', { qos: 1, messageId: at + 1 }));
    }
    await api.next('puback', 2);
    await second.next('publish');
    second.send({ cmd: 'pingreq' });
    await second.next('pingresp');
    expect(second.all('publish').map((packet) => packet.topic)).toEqual([events]);
    expect(await broker.metric('belfry_broker_subscriptions')).toBe(1);
    for (const client of [second, api]) client.destroy();
  });
});

describe('a topic', () => {
  it('is limited in length, for publishers and subscribers', async () => {
    const [longest, longer] = ['x'.repeat(512), 'x'.repeat(513)];
    const api = await broker.service();
    api.send(
      subscribePacket(1, ...[longest, longer].map((topic) => ({ topic, qos: 0 as const }))),
      publishPacket(longest, 'x', { qos: 1, messageId: 2 }),
    );
    expect((await api.next('suback')).granted).toEqual([0, 128]);
    await api.next('puback');
    api.send(publishPacket(longer, 'x', { qos: 1, messageId: 3 }));
    await api.whenClosed();
    expect(api.all('puback')).toHaveLength(1);
  });
});

describe('publishing', () => {
  it.each([
    ['a device for another', () => broker.device(), topics.status(OTHER_SERIAL)],
    ['a device to its own commands', () => broker.device(), topics.commands(SERIAL)],
    ['a console anything', () => broker.console(), topics.commands(SERIAL)],
    ['an administrator anything', () => broker.console(ADMIN), topics.fleetCommands],
    ['the api to $SYS', () => broker.service(), '$SYS/x'],
  ])('%s: the connection is closed and nothing is delivered', async (_who, open, topic) => {
    const watcher = await broker.service({ clientId: 'belfry-watcher' });
    watcher.send(subscribePacket(1, { topic: '#', qos: 0 }));
    await watcher.next('suback');
    const client = await open();
    client.send(publishPacket(topic, 'x', { qos: 1 }));
    await client.whenClosed();
    expect(client.all('puback')).toEqual([]);
    watcher.send({ cmd: 'pingreq' });
    await watcher.next('pingresp');
    expect(watcher.all('publish').filter((packet) => packet.topic === topic)).toEqual([]);
    watcher.destroy();
  });
});
