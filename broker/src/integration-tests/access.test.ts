import { aclFor } from '@belfry/schemas/mqtt/access';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publishPacket, subscribePacket } from '../testing/raw-client.ts';
import {
  ADMIN,
  answerHook,
  OTHER_SERIAL,
  OWNER,
  SERIAL,
  startTestBroker,
  type TestBroker,
} from '../testing/test-broker.ts';

let broker: TestBroker;
let serialsOfOwner = [SERIAL];
afterEach(() => void (serialsOfOwner = [SERIAL]));
beforeAll(async () => {
  broker = await startTestBroker({ MAX_SUBSCRIPTIONS: '5' }, async (question) => {
    const answer = await answerHook(question);
    if (answer.result !== 'allow' || question.username !== String(OWNER)) return answer;
    return { ...answer, acl: aclFor({ kind: 'console', userId: OWNER, role: 'user', serials: serialsOfOwner }) };
  });
});
afterAll(() => broker.stop());

describe('subscribing', () => {
  it('returns 128 for a filter that is not allowed and grants the others of the packet', async () => {
    const client = await broker.console();
    const subscriptions = [
      { topic: filters.playersOfDevice(SERIAL), qos: 1 as const },
      { topic: filters.everyDevice, qos: 1 as const },
      { topic: filters.everythingOfDevice(OTHER_SERIAL), qos: 1 as const },
      { topic: topics.userEvents(OWNER), qos: 0 as const },
      { topic: topics.userEvents(ADMIN), qos: 0 as const },
      { topic: '$SYS/#', qos: 0 as const },
      { topic: `$share/group/${filters.everythingOfDevice(SERIAL)}`, qos: 0 as const },
      { topic: '#', qos: 0 as const },
    ];
    client.send(subscribePacket(1, ...subscriptions));
    expect((await client.next('suback')).granted).toEqual([1, 128, 128, 0, 128, 128, 128, 128]);
    client.destroy();
  });

  it.each([
    ['an owner', OWNER],
    ['an administrator', ADMIN],
  ])('never lets %s read the desired configuration, which holds a password', async (_who, userId) => {
    const [api, client] = [await broker.service({ clientId: 'belfry-api' }), await broker.console(userId)];
    const topicFilters = [
      topics.configDesired(SERIAL),
      filters.everythingOfDevice(SERIAL),
      `devices/${SERIAL}/config/+`,
      `devices/${SERIAL}/+/desired`,
      'devices/+/config/desired',
      ...filters.readByConsole(SERIAL),
    ];
    client.send(subscribePacket(1, ...topicFilters.map((topic) => ({ topic, qos: 1 as const }))));
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
    const subscriptions = Array.from({ length: 7 }, (_, at) => ({ topic: `devices/+/x${at}`, qos: 0 as const }));
    admin.send(subscribePacket(1, ...subscriptions));
    expect((await admin.next('suback')).granted).toEqual([0, 0, 0, 0, 0, 128, 128]);
    admin.send(
      { cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['devices/+/x0'] },
      subscribePacket(3, subscriptions[6]!),
    );
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
    const topicFilters = [filters.playersOfDevice(SERIAL), topics.status(SERIAL), events];
    first.send(subscribePacket(1, ...topicFilters.map((topic) => ({ topic, qos: 1 as const }))));
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
