import { deviceMessageLimits } from '@belfry/schemas/mqtt/device-messages';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, describe, expect, it } from 'vitest';
import { publishPacket, subscribePacket, type RawClient } from '../testing/raw-client.ts';
import { KEY, OTHER_SERIAL, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';

const KIB = 1024;
let broker: TestBroker;
afterEach(() => broker.stop());

const refused = (reason: string): Promise<number> =>
  broker.metric(`belfry_broker_refused_total{event="publish_refused",reason="${reason}"}`);
const retainedBytes = (): Promise<number> => broker.metric('belfry_broker_retained_bytes');
const retainedMessages = (): Promise<number> => broker.metric('belfry_broker_retained_messages');

async function watchDevice(): Promise<RawClient> {
  const watcher = await broker.service({ clientId: 'belfry-watcher' });
  watcher.send(subscribePacket(1, { topic: filters.everythingOfDevice(SERIAL), qos: 1 }));
  await watcher.next('suback');
  return watcher;
}

/** Everything that was delivered before an answer to a PINGREQ. */
async function delivered(watcher: RawClient): Promise<string[]> {
  const pings = watcher.all('pingresp').length;
  watcher.send({ cmd: 'pingreq' });
  await watcher.next('pingresp', pings);
  return watcher.all('publish').map(({ topic, payload }) => `${topic} ${payload.length}`);
}

const DEVICE_TOPICS = [
  topics.status(SERIAL),
  topics.metrics(SERIAL),
  topics.player(SERIAL, 'voice'),
  topics.player(SERIAL, 'music'),
  topics.player(SERIAL, 'radio'),
  topics.configReported(SERIAL),
  topics.responses(SERIAL),
];

describe('a device that retains on thousands of topics', () => {
  it('is closed at the first topic outside the contract, and nothing is retained', async () => {
    broker = await startTestBroker();
    const payload = Buffer.alloc(60 * KIB, 'x');
    for (let attempt = 0; attempt < 20; attempt++) {
      const device = await broker.device();
      device.send(
        ...Array.from({ length: 10 }, (_, at) =>
          publishPacket(`devices/${SERIAL}/players/${attempt}-${at}`, payload, { qos: 1, retain: true }),
        ),
      );
      await device.whenClosed();
    }
    expect([await retainedMessages(), await retainedBytes(), await refused('device')]).toEqual([0, 0, 20]);
  });
});

describe('the payload of a device', () => {
  it.each(DEVICE_TOPICS)(
    'on %s is delivered up to the limit of its kind, and refused one byte above it',
    async (topic) => {
      broker = await startTestBroker({ MAX_DEVICE_RETAINED_BYTES: String(1024 * KIB) });
      const watcher = await watchDevice();
      const maxBytes = deviceMessageLimits(topic)?.maxBytes ?? 0;
      const device = await broker.device();
      device.send(publishPacket(topic, Buffer.alloc(maxBytes, 'x'), { qos: 1, retain: true }));
      await device.next('puback');
      expect(await delivered(watcher)).toEqual([`${topic} ${maxBytes}`]);
      const kept = await retainedBytes();
      device.send(publishPacket(topic, Buffer.alloc(maxBytes + 1, 'x'), { qos: 1, retain: true, messageId: 2 }));
      await device.whenClosed();
      expect(device.all('puback')).toHaveLength(1);
      expect(await delivered(watcher)).toHaveLength(1);
      expect([await refused('payload_too_large'), await retainedBytes()]).toEqual([1, kept]);
    },
  );

  it('ends the connection at the header when it exceeds every limit', async () => {
    broker = await startTestBroker();
    const device = await broker.device();
    // The header of a packet of 128 KiB, and no body.
    device.socket.write(Buffer.from([0x32, 0x80, 0x80, 0x08]));
    await device.whenClosed();
    const drops = 'belfry_broker_refused_total{event="connection_dropped",reason="packet_too_large"}';
    expect(await broker.metric(drops)).toBe(1);
  });

  it('is limited in a last will', async () => {
    broker = await startTestBroker();
    const client = await broker.raw();
    const will = { topic: topics.status(SERIAL), payload: Buffer.alloc(4 * KIB + 1), qos: 1 as const, retain: true };
    expect(await client.connect({ clientId: SERIAL, username: SERIAL, password: Buffer.from(KEY), will })).toBe(5);
  });
});

describe('what one device has retained', () => {
  it('may be all topics of the contract at their maximum size, also after reconnections', async () => {
    broker = await startTestBroker();
    for (let turn = 0; turn < 10; turn++) {
      const device = await broker.device();
      for (const [at, topic] of DEVICE_TOPICS.entries()) {
        const payload = Buffer.alloc(deviceMessageLimits(topic)?.maxBytes ?? 0, 'x');
        device.send(publishPacket(topic, payload, { qos: 1, retain: true, messageId: at + 1 }));
      }
      await device.next('puback', DEVICE_TOPICS.length - 1);
      device.destroy();
    }
    const ofTopics = DEVICE_TOPICS.filter((topic) => deviceMessageLimits(topic)?.retained).join('').length;
    expect([await retainedMessages(), await retainedBytes()]).toEqual([5, 80 * KIB + ofTopics]);
  });

  it('does not include metrics and responses, which are delivered and not retained', async () => {
    broker = await startTestBroker();
    const watcher = await watchDevice();
    const device = await broker.device();
    device.send(publishPacket(topics.metrics(SERIAL), 'x', { qos: 1, retain: true }));
    await device.next('puback');
    expect(await delivered(watcher)).toEqual([`${topics.metrics(SERIAL)} 1`]);
    expect(await retainedMessages()).toBe(0);
  });

  it('above its budget ends its connection and is not delivered; other devices have their own budgets', async () => {
    broker = await startTestBroker({ MAX_DEVICE_RETAINED_MESSAGES: '2' });
    const watcher = await watchDevice();
    const [device, other] = [await broker.device(), await broker.device(OTHER_SERIAL)];
    const send = (client: RawClient, messageId: number, topic: string, text = 'x') =>
      client.send(publishPacket(topic, text, { qos: 1, retain: true, messageId }));
    send(device, 1, topics.status(SERIAL));
    send(device, 2, topics.player(SERIAL, 'music'));
    send(device, 3, topics.player(SERIAL, 'music'), '');
    send(device, 4, topics.player(SERIAL, 'voice'));
    await device.next('puback', 3);
    expect(await delivered(watcher)).toHaveLength(4);
    send(device, 5, topics.player(SERIAL, 'radio'));
    await device.whenClosed();
    expect(await delivered(watcher)).toHaveLength(4);
    const drops = 'belfry_broker_refused_total{event="connection_dropped",reason="retained_limit"}';
    expect([await broker.metric(drops), await retainedMessages()]).toEqual([1, 2]);
    send(other, 1, topics.status(OTHER_SERIAL));
    await other.next('puback');
    expect(await retainedMessages()).toBe(3);
  });

  it('does not include what the api retains for it, and the api is not limited', async () => {
    broker = await startTestBroker({ MAX_DEVICE_RETAINED_MESSAGES: '1', MAX_DEVICE_RETAINED_BYTES: '1000' });
    const api = await broker.service({ clientId: SERIAL });
    const payload = Buffer.alloc(100 * KIB, 'x');
    for (let at = 0; at < 5; at++) {
      api.send(publishPacket(`devices/${SERIAL}/config/${at}`, payload, { qos: 1, retain: true, messageId: at + 1 }));
    }
    await api.next('puback', 4);
    expect(await retainedMessages()).toBe(5);
  });

  it('includes its last will', async () => {
    broker = await startTestBroker({ MAX_DEVICE_RETAINED_MESSAGES: '1' });
    const will = { topic: topics.status(SERIAL), payload: Buffer.from('offline'), qos: 1 as const, retain: true };
    const device = await broker.device(SERIAL, { will });
    device.send(publishPacket(topics.player(SERIAL, 'music'), 'x', { qos: 1, retain: true }));
    await device.next('puback');
    device.destroy();
    const watcher = await watchDevice();
    await watcher.until(() => watcher.all('publish').length === 1, 'the player');
    await expect.poll(() => broker.metric('belfry_broker_retained_refused_total')).toBe(1);
    expect(await retainedMessages()).toBe(1);
  });
});
