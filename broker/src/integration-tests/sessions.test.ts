import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { payloads, publishPacket, subscribePacket, type RawClient } from '../testing/raw-client.ts';
import { SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

let broker: TestBroker;
beforeEach(async () => {
  broker = await startTestBroker({ SERVICE_WINDOW_MESSAGES: '50', SERVICE_QUEUE_MESSAGES: '100000' });
});
afterEach(() => broker.stop());

const METRICS = 'devices/+/metrics';
const range = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));

async function ingest(): Promise<RawClient> {
  const client = await broker.service({ clean: false });
  if (client.all('connack')[0]?.sessionPresent === true) return client;
  client.send(subscribePacket(1, { topic: METRICS, qos: 1 }));
  await client.next('suback');
  return client;
}

async function publishAll(count: number): Promise<void> {
  const api = await broker.service({ clientId: 'belfry-publisher' });
  const packets = range(count).map((text, at) =>
    publishPacket(topics.metrics(SERIAL), text, { qos: 1, messageId: (at % 60_000) + 1 }),
  );
  for (let at = 0; at < packets.length; at += 1000) api.send(...packets.slice(at, at + 1000));
  await api.until(() => api.all('puback').length === count, 'all acknowledgements');
  api.send({ cmd: 'disconnect' });
}

function acknowledgeAll(client: RawClient): void {
  let at = 0;
  const acknowledge = (): void => {
    const messages = client.all('publish').slice(at);
    at += messages.length;
    if (messages.length > 0)
      client.send(...messages.map(({ messageId = 0 }) => ({ cmd: 'puback' as const, messageId })));
  };
  client.socket.on('data', acknowledge);
  acknowledge();
}

describe('a persistent session', () => {
  it('gets missed messages, and unacknowledged ones again', async () => {
    const first = await ingest();
    await publishAll(3);
    await first.next('publish', 2);
    first.send({ cmd: 'puback', messageId: first.all('publish')[0]?.messageId ?? 0 }, { cmd: 'pingreq' });
    await first.next('pingresp');
    first.destroy();
    await publishAll(5);
    const second = await ingest();
    expect(second.all('connack')[0]?.sessionPresent).toBe(true);
    await second.next('publish', 6);
    expect(second.received[0]?.cmd).toBe('connack');
    expect(payloads(second)).toEqual(['1', '2', '0', '1', '2', '3', '4']);
    expect(second.all('publish').map((packet) => packet.dup)).toEqual([true, true, false, false, false, false, false]);
    second.destroy();
  });

  it('loses nothing of thousands of queued messages, and sends as many at a time as its window', async () => {
    const subscriber = await ingest();
    const total = 5_000;
    await publishAll(total);
    expect(subscriber.all('publish')).toHaveLength(50);
    expect(await broker.metric('belfry_broker_queued_messages')).toBe(total - 50);
    const ids = subscriber.all('publish').map((packet) => packet.messageId);
    expect(new Set(ids).size).toBe(50);
    acknowledgeAll(subscriber);
    await subscriber.until(() => subscriber.all('publish').length === total, 'all the others');
    expect(payloads(subscriber)).toEqual(range(total));
    subscriber.destroy();
  });

  it('is removed by a clean connection with the same client id', async () => {
    const first = await ingest();
    first.destroy();
    await publishAll(2);
    const clean = await broker.service({ clean: true });
    expect(clean.all('connack')[0]?.sessionPresent).toBe(false);
    await publishAll(1);
    clean.send({ cmd: 'pingreq' });
    await clean.next('pingresp');
    expect(payloads(clean)).toEqual([]);
    clean.destroy();
  });

  it('resends the PUBREL and not the message after a PUBREC', async () => {
    const first = await broker.service({ clean: false });
    first.send(subscribePacket(1, { topic: 'fleet/x', qos: 2 }));
    await first.next('suback');
    const api = await broker.service({ clientId: 'belfry-publisher' });
    api.send(publishPacket('fleet/x', 'exactly', { qos: 2 }));
    const { messageId = 0 } = await first.next('publish');
    first.send({ cmd: 'pubrec', messageId });
    await first.next('pubrel');
    first.destroy();
    const second = await broker.service({ clean: false });
    expect((await second.next('pubrel')).messageId).toBe(messageId);
    expect(second.all('publish')).toEqual([]);
    second.destroy();
    api.destroy();
  });
});

describe('a full queue', () => {
  it('discards the oldest messages and counts them', async () => {
    await broker.stop();
    broker = await startTestBroker({ SERVICE_QUEUE_MESSAGES: '10' });
    const first = await ingest();
    first.destroy();
    await broker.service({ clientId: 'belfry-other' }).then((other) => other.destroy());
    await publishAll(25);
    const second = await ingest();
    acknowledgeAll(second);
    await second.next('publish', 9);
    expect(payloads(second)).toEqual(range(25).slice(15));
    expect(await broker.metric('belfry_broker_lost_messages_total')).toBe(15);
    second.destroy();
  });
});

describe('the session of the api', () => {
  afterEach(() => void vi.useRealTimers());

  it('expires after the configured time without a connection, and not before', async () => {
    await broker.stop();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    broker = await startTestBroker({ SERVICE_SESSION_EXPIRY_S: '7200' });
    const first = await ingest();
    first.destroy();
    await first.whenClosed();
    await publishAll(1);
    await expect.poll(() => broker.metric('belfry_broker_sessions')).toBe(1);
    vi.advanceTimersByTime(7_000_000);
    expect(await broker.metric('belfry_broker_sessions')).toBe(1);
    vi.advanceTimersByTime(300_000);
    expect(await broker.metric('belfry_broker_sessions')).toBe(0);
    expect(await broker.metric('belfry_broker_queued_messages')).toBe(0);
    expect(await broker.metric('belfry_broker_subscriptions')).toBe(0);
  });
});

describe('a planned stop', () => {
  it('publishes no last will, not even to clients that are closed after the device', async () => {
    const will = { topic: topics.status(SERIAL), payload: Buffer.from('offline'), qos: 1 as const, retain: true };
    const before = await broker.service({ clientId: 'belfry-before' });
    const device = await broker.device(SERIAL, { will });
    const after = await broker.service({ clientId: 'belfry-after' });
    const watchers = [before, after];
    for (const watcher of watchers) {
      watcher.send(subscribePacket(1, { topic: 'devices/+/status', qos: 0 }));
      await watcher.next('suback');
    }
    await broker.stop();
    await Promise.all([...watchers, device].map((client) => client.whenClosed()));
    expect(watchers.flatMap(payloads)).toEqual([]);
  });

  it('delivers acknowledged messages to the ingest session, publishes no last wills, and is quick', async () => {
    const subscriber = await ingest();
    subscriber.send(subscribePacket(2, { topic: 'devices/+/status', qos: 1 }));
    await subscriber.next('suback', 1);
    const will = { topic: topics.status(SERIAL), payload: Buffer.from('offline'), qos: 1 as const, retain: true };
    const device = await broker.device(SERIAL, { will });
    await publishAll(200);
    // Counts the time in which this process runs: one that the machine has paused has one turn afterwards.
    let turns = 0;
    const counter = setInterval(() => turns++, 10);
    const stopped = broker.stop();
    acknowledgeAll(subscriber);
    await stopped;
    clearInterval(counter);
    expect(turns).toBeLessThan(300);
    await Promise.all([subscriber.whenClosed(), device.whenClosed()]);
    expect(payloads(subscriber)).toEqual(range(200));
  });
});
