import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectPacket, payloads, publishPacket } from '../testing/raw-client.ts';
import { KEY, OTHER_SERIAL, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

let broker: TestBroker;
beforeEach(async () => {
  broker = await startTestBroker();
});
afterEach(() => broker.stop());

describe('last wills', () => {
  const will = { topic: topics.status(SERIAL), payload: Buffer.from('offline'), qos: 1 as const, retain: true };

  it('are published when a connection closes without DISCONNECT, and not after a DISCONNECT', async () => {
    const watcher = await broker.watch({ topic: filters.allStatuses, qos: 1 });
    const polite = await broker.device(OTHER_SERIAL, { will: { ...will, topic: topics.status(OTHER_SERIAL) } });
    polite.send({ cmd: 'disconnect' });
    await polite.whenClosed();
    const device = await broker.device(SERIAL, { will });
    device.destroy();
    await watcher.next('publish');
    expect(watcher.all('publish').map((packet) => packet.topic)).toEqual([topics.status(SERIAL)]);
    watcher.destroy();
  });

  it('are published when the keepalive expires', async () => {
    const watcher = await broker.watch({ topic: filters.allStatuses, qos: 1 });
    const device = await broker.device(SERIAL, { will, keepalive: 1 });
    await device.whenClosed();
    await watcher.until(() => payloads(watcher).includes('offline'), 'the will');
    watcher.destroy();
  });

  it('of the old connection are published before the CONNACK of the new one, so that a takeover ends online', async () => {
    const watcher = await broker.watch({ topic: topics.status(SERIAL), qos: 1 });
    const online = publishPacket(topics.status(SERIAL), 'online', { qos: 1, retain: true });
    const first = await broker.device(SERIAL, { will });
    first.send(online);
    await first.next('puback');
    const second = await broker.raw();
    second.send(connectPacket({ clientId: SERIAL, username: SERIAL, password: Buffer.from(KEY), will }), online);
    await first.whenClosed();
    await watcher.until(
      () => payloads(watcher).at(-1) === 'online' && payloads(watcher).includes('offline'),
      'the takeover',
    );
    const later = await broker.watch({ topic: topics.status(SERIAL), qos: 1 });
    expect((await later.next('publish')).payload.toString()).toBe('online');
    for (const client of [second, watcher, later]) client.destroy();
  });
});

describe('simultaneous takeovers', () => {
  it('leave exactly one connection', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => broker.raw()));
    for (const [index, client] of clients.entries()) {
      client.send(connectPacket({ clientId: `any-${index}`, username: SERIAL, password: Buffer.from(KEY) }));
    }
    const open = () => clients.filter((client) => !client.closed);
    await clients[0]!.until(() => open().length === 1, 'one connection left');
    open()[0]!.send({ cmd: 'pingreq' });
    await open()[0]!.next('pingresp');
    expect(open()).toHaveLength(1);
    expect(await broker.metric('belfry_broker_connections{kind="device"}')).toBe(1);
    open()[0]!.destroy();
  });
});
