import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { connectAsync } from 'mqtt';
import mqttPacket from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectPacket, payloads, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { KEY, SECRET, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

let broker: TestBroker;
beforeEach(async () => {
  broker = await startTestBroker();
});
afterEach(() => broker.stop());

describe('a burst in one segment', () => {
  it('loses nothing when retained, QoS 0 and QoS 1 are mixed, and answers the CONNECT first', async () => {
    const watcher = await broker.watch({ topic: filters.everythingOfDevice(SERIAL), qos: 1 });
    const device = await broker.raw();
    const burst = Array.from({ length: 500 }, (_, at) =>
      publishPacket(topics.metrics(SERIAL), String(at), {
        qos: at % 2 === 0 ? 1 : 0,
        retain: at % 3 === 0,
        messageId: at + 1,
      }),
    );
    device.send(connectPacket({ clientId: SERIAL, username: SERIAL, password: Buffer.from(KEY) }), ...burst);
    await device.next('puback', 249);
    await watcher.until(() => watcher.all('publish').length >= 500, '500 messages');
    expect(new Set(payloads(watcher)).size).toBe(500);
    expect(device.received[0]?.cmd).toBe('connack');
    // The order holds within a quality of service [MQTT-4.6.0-6].
    const order = (parity: number) =>
      payloads(watcher)
        .map(Number)
        .filter((at) => at % 2 === parity);
    for (const parity of [0, 1]) expect(order(parity)).toEqual(order(parity).toSorted((a, b) => a - b));
    device.destroy();
    watcher.destroy();
  });

  it('handles a SUBSCRIBE and a PUBLISH in the same segment as the CONNECT', async () => {
    const client = await broker.raw();
    client.send(
      connectPacket({ clientId: 'belfry-burst', username: 'service', password: Buffer.from(SECRET) }),
      subscribePacket(1, { topic: 'devices/+/acks', qos: 1 }),
      publishPacket(topics.acks(SERIAL), 'mine', { qos: 1, messageId: 2 }),
    );
    await client.next('publish');
    expect(client.received[0]?.cmd).toBe('connack');
    expect(client.received.map((packet) => packet.cmd).toSorted()).toEqual(['connack', 'puback', 'publish', 'suback']);
    client.destroy();
  });

  it('reads a CONNECT that arrives byte by byte', async () => {
    const client = await broker.raw();
    const bytes = mqttPacket.generate(
      connectPacket({ clientId: SERIAL, username: SERIAL, password: Buffer.from(KEY) }),
    );
    for (const byte of bytes) client.socket.write(Buffer.from([byte]));
    expect((await client.next('connack')).returnCode).toBe(0);
    client.destroy();
  });
});

describe('retained messages', () => {
  it('are sent for a new subscription by topic and by wildcard, at the granted QoS', async () => {
    const device = await broker.device();
    device.send(
      publishPacket(topics.status(SERIAL), 'online', { qos: 1, retain: true, messageId: 1 }),
      publishPacket(topics.player(SERIAL, 'music'), 'play', { qos: 1, retain: true, messageId: 2 }),
    );
    await device.next('puback', 1);
    const console = await broker.console();
    console.send(subscribePacket(1, { topic: topics.status(SERIAL), qos: 0 }));
    const status = await console.next('publish');
    expect([status.payload.toString(), status.retain, status.qos]).toEqual(['online', true, 0]);
    console.send(subscribePacket(2, { topic: filters.playersOfDevice(SERIAL), qos: 1 }));
    const player = await console.next('publish', 1);
    expect([player.topic, player.retain, player.qos]).toEqual([topics.player(SERIAL, 'music'), true, 1]);

    device.send(publishPacket(topics.status(SERIAL), '', { qos: 1, retain: true, messageId: 3 }));
    const cleared = await console.next('publish', 2);
    expect([cleared.payload.length, cleared.retain]).toEqual([0, false]);
    const later = await broker.watch({ topic: topics.status(SERIAL), qos: 1 });
    expect(later.all('publish')).toEqual([]);
    for (const client of [device, console, later]) client.destroy();
  });

  it('of a whole fleet reach a console that reads, although they exceed its buffer limit', async () => {
    const api = await broker.service({ clientId: 'belfry-fleet' });
    const serials = Array.from({ length: 1500 }, (_, at) => `9999-0000-0000-${String(at).padStart(4, '0')}`);
    const payload = Buffer.alloc(2_000, 'x');
    for (const [at, serial] of serials.entries()) {
      api.send(publishPacket(topics.status(serial), payload, { qos: 1, retain: true, messageId: at + 1 }));
    }
    await api.next('puback', serials.length - 1);
    const admin = await connectAsync(`mqtt://127.0.0.1:${broker.ports.mqtt}`, {
      clientId: 'console-1-a',
      username: '1',
      password: KEY,
    });
    const seen = new Set<string>();
    const all = new Promise<void>((resolve) => {
      admin.on('message', (topic) => {
        if (topic.startsWith('devices/9999') && seen.add(topic).size === serials.length) resolve();
      });
    });
    await admin.subscribeAsync(filters.allStatuses, { qos: 1 });
    await all;
    expect(seen.size).toBe(serials.length);
    await admin.endAsync();
    for (const [at, serial] of serials.entries())
      api.send(publishPacket(topics.status(serial), '', { qos: 1, retain: true, messageId: at + 1 }));
    await api.next('puback', 2 * serials.length - 1);
    api.destroy();
  });
});

describe('overlapping subscriptions', () => {
  it('give one copy, at the highest QoS granted', async () => {
    const watcher = await broker.watch(
      { topic: filters.everyDevice, qos: 0 },
      { topic: topics.metrics(SERIAL), qos: 1 },
    );
    const device = await broker.device();
    device.send(publishPacket(topics.metrics(SERIAL), 'once', { qos: 1 }));
    await device.next('puback');
    const message = await watcher.next('publish');
    watcher.send({ cmd: 'pingreq' });
    await watcher.next('pingresp');
    expect([payloads(watcher), message.qos]).toEqual([['once'], 1]);
    device.destroy();
    watcher.destroy();
  });
});

describe('QoS 2', () => {
  it('completes its four packets and is delivered once', async () => {
    const watcher = await broker.watch({ topic: 'fleet/x', qos: 2 });
    const api = await broker.service({ clientId: 'belfry-q2' });
    const packet = publishPacket('fleet/x', 'exactly', { qos: 2, messageId: 9 });
    api.send(packet, { ...packet, dup: true });
    await api.next('pubrec', 1);
    api.send({ cmd: 'pubrel', messageId: 9 });
    await api.next('pubcomp');
    const message = await watcher.next('publish');
    watcher.send({ cmd: 'pubrec', messageId: message.messageId ?? 0 });
    await watcher.next('pubrel');
    watcher.send({ cmd: 'pubcomp', messageId: message.messageId ?? 0 }, { cmd: 'pingreq' });
    await watcher.next('pingresp');
    expect(payloads(watcher)).toEqual(['exactly']);
    expect(await broker.metric('belfry_broker_inflight_messages')).toBe(0);
    api.destroy();
    watcher.destroy();
  });
});
