import { connect } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, describe, expect, it } from 'vitest';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { KEY, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

let broker: TestBroker;
afterEach(() => broker.stop());

const drops = (reason: string): Promise<number> =>
  broker.metric(`belfry_broker_refused_total{event="connection_dropped",reason="${reason}"}`);

describe('packets', () => {
  it('over the limit end the connection at their header, before anything is buffered', async () => {
    broker = await startTestBroker({ MAX_PACKET_BYTES: '2000' });
    const device = await broker.device();
    device.send(publishPacket(topics.metrics(SERIAL), Buffer.alloc(1_900), { qos: 1 }));
    await device.next('puback');
    // The header of a 100 MB packet, and no body.
    device.socket.write(Buffer.from([0x32, 0x80, 0xc2, 0xd7, 0x2f]));
    await device.whenClosed();
    expect(await drops('packet_too_large')).toBe(1);
  });

  it.each([
    ['not_a_connect', 'GET / HTTP/1.1\r\n\r\n'],
    ['packet_too_large', Buffer.from([0x10, 0xff, 0xff, 0x7f])],
    ['protocol', Buffer.from([0x10, 0x02, 0x00, 0x00])],
  ])('that are not a CONNECT end a new connection (%s)', async (reason, bytes) => {
    broker = await startTestBroker();
    const client = await broker.raw();
    client.socket.write(bytes);
    await client.whenClosed();
    expect(await drops(reason)).toBe(1);
  });

  it('with a very long topic are refused', async () => {
    broker = await startTestBroker();
    const api = await broker.service();
    api.send(publishPacket('x'.repeat(60_000), 'x', { qos: 1 }));
    await api.whenClosed();
    expect(api.all('puback')).toEqual([]);
  });
});

describe('time-outs', () => {
  it('end a connection without CONNECT', async () => {
    broker = await startTestBroker({ CONNECT_TIMEOUT_MS: '100' });
    const client = await broker.raw();
    client.socket.write(Buffer.from([0x10]));
    await client.whenClosed();
    expect(await drops('connect_timeout')).toBe(1);
  });

  it('apply the maximum keepalive, also to a client that requests none', async () => {
    broker = await startTestBroker({ MAX_KEEPALIVE_S: '1' });
    const clients = await Promise.all([
      broker.device(SERIAL, { keepalive: 0 }),
      broker.console(7, { keepalive: 3600 }),
    ]);
    await Promise.all(clients.map((client) => client.whenClosed()));
    expect(await drops('keepalive')).toBe(2);
  });
});

describe('rate', () => {
  it('over the limit is read more slowly, and nothing is lost', async () => {
    broker = await startTestBroker({ DEVICE_PACKETS_PER_S: '500', DEVICE_PACKET_BURST: '100' });
    const device = await broker.device();
    const begun = performance.now();
    const send = (from: number, count: number) =>
      device.send(
        ...Array.from({ length: count }, (_, at) =>
          publishPacket(topics.metrics(SERIAL), 'x', { qos: 1, messageId: from + at + 1 }),
        ),
      );
    send(0, 300);
    await device.next('puback', 299);
    send(300, 50);
    await device.next('puback', 349);
    // 350 packets and the CONNECT: 100 immediately, the debt of 200 at 500 a second.
    expect(performance.now() - begun).toBeGreaterThan(300);
    expect(device.all('puback')).toHaveLength(350);
    device.destroy();
  });
});

describe('filters', () => {
  it('over their rate are read more slowly, and each filter of a packet counts', async () => {
    const rate = { DEVICE_FILTERS_PER_S: '500', DEVICE_FILTER_BURST: '100' };
    broker = await startTestBroker({ ...rate, MAX_DEVICE_SUBSCRIPTIONS: '1000' });
    const device = await broker.device();
    const begun = performance.now();
    for (let packet = 0; packet < 3; packet++) {
      const filters = Array.from({ length: 100 }, (_, at) => `devices/${SERIAL}/x/${packet}/${at}`);
      device.send(subscribePacket(packet + 1, ...filters.map((topic) => ({ topic, qos: 0 as const }))));
      await device.next('suback', packet);
    }
    // The first is the burst; before the third is read, the debt of the second is paid: a hundred at 500 a second.
    expect(performance.now() - begun).toBeGreaterThan(180);
    expect(device.all('suback').flatMap(({ granted }) => granted)).toEqual(Array.from({ length: 300 }, () => 0));
    device.destroy();
  });
});

describe('connections', () => {
  it('of one console user are limited, except for a takeover', async () => {
    broker = await startTestBroker({ MAX_CONSOLE_CONNECTIONS: '2' });
    const tabs = await Promise.all(['a', 'b'].map((tab) => broker.console(7, { clientId: `console-7-${tab}` })));
    await expect(broker.console(7, { clientId: 'console-7-c' })).rejects.toThrow('refused with 3');
    tabs.push(await broker.console(7, { clientId: 'console-7-a' }));
    await tabs[0]!.whenClosed();
    for (const tab of tabs) tab.destroy();
  });

  it('in total are limited', async () => {
    broker = await startTestBroker({ MAX_CONNECTIONS: '2' });
    const clients = [await broker.device(), await broker.console()];
    const full = await broker.raw();
    await full.whenClosed();
    for (const client of clients) client.destroy();
  });
});

describe('a console that stops reading', () => {
  it('is dropped while the others receive every message', async () => {
    broker = await startTestBroker();
    const slow = connect(broker.ports.mqtt, '127.0.0.1');
    slow.write(
      mqttPacket.generate(connectPacket({ clientId: 'console-1-slow', username: '1', password: Buffer.from(KEY) })),
    );
    slow.write(mqttPacket.generate(subscribePacket(1, { topic: 'devices/+/+', qos: 0 })));
    slow.pause();
    slow.on('error', () => undefined);
    const healthy = await broker.console(1, { clientId: 'console-1-healthy' });
    healthy.send(subscribePacket(1, { topic: 'devices/+/+', qos: 0 }));
    await healthy.next('suback');
    const api = await broker.service({ clientId: 'belfry-publisher' });
    const payload = Buffer.alloc(1_000, 'x');
    let sent = 0;
    while ((await drops('slow_consumer').then((count) => !(count > 0))) && sent < 60_000) {
      api.send(...Array.from({ length: 300 }, () => publishPacket(topics.metrics(SERIAL), payload)));
      sent += 300;
      await healthy.next('publish', sent - 1);
    }
    expect(await drops('slow_consumer')).toBe(1);
    for (const client of [healthy, api]) client.destroy();
    slow.destroy();
  });

  it('or does not acknowledge is dropped', async () => {
    broker = await startTestBroker({ WINDOW_MESSAGES: '10', QUEUE_MESSAGES: '20' });
    const silent = await broker.console(1);
    silent.send(subscribePacket(1, { topic: 'devices/+/+', qos: 1 }));
    await silent.next('suback');
    const api = await broker.service({ clientId: 'belfry-publisher' });
    api.send(
      ...Array.from({ length: 31 }, (_, at) =>
        publishPacket(topics.metrics(SERIAL), 'x', { qos: 1, messageId: at + 1 }),
      ),
    );
    await silent.whenClosed();
    expect(await drops('slow_consumer')).toBe(1);
    api.destroy();
  });
});
