import mqttPacket, { type Packet } from 'mqtt-packet';
import { expect, it } from 'vitest';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { SECRET, startTestBroker } from '../testing/test-broker.ts';

/** Repeatable noise (mulberry32), in [0, 1). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const request = (id: number) =>
  connectPacket({
    clientId: `belfry-${id}`,
    username: 'service',
    password: Buffer.from(SECRET),
    clean: id % 2 === 0,
    will: { topic: 'will', payload: Buffer.from('x'), qos: 1, retain: true },
  });

const packets: Packet[] = [
  publishPacket('a/b', 'x', { qos: 1 }),
  publishPacket('a/b', 'x', { qos: 2, retain: true }),
  publishPacket('a/b', '', { retain: true }),
  subscribePacket(3, { topic: 'a/+', qos: 1 }, { topic: '#', qos: 2 }),
  { cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['a/+', 'b'] },
  { cmd: 'puback', messageId: 1 },
  { cmd: 'pubrec', messageId: 1 },
  { cmd: 'pubrel', messageId: 1 },
  { cmd: 'pubcomp', messageId: 1 },
  { cmd: 'pingreq' },
  { cmd: 'suback', messageId: 1, granted: [0] },
  { cmd: 'connack', returnCode: 0, sessionPresent: false },
  request(1),
];

it('packets with flipped bytes end at most their own connection, never the broker', async () => {
  const broker = await startTestBroker();
  const random = noise(4);
  const below = (limit: number): number => Math.floor(random() * limit);
  const spoilt = (): Buffer => {
    const bytes = mqttPacket.generate(packets[below(packets.length)] ?? request(2));
    for (let times = below(3); times > 0; times--) bytes[below(bytes.length)] = below(256);
    return bytes;
  };
  const client = async (id: number): Promise<void> => {
    const raw = await broker.raw();
    const opening = random() < 0.9 ? [mqttPacket.generate(request(id))] : [];
    raw.socket.write(Buffer.concat([...opening, ...Array.from({ length: 1 + below(10) }, spoilt)]));
    raw.send({ cmd: 'disconnect' });
    raw.socket.end();
    await raw.whenClosed();
  };
  for (let round = 0; round < 100; round++) await Promise.all([0, 1, 2, 3, 4].map(client));
  const device = await broker.device();
  device.send({ cmd: 'pingreq' });
  await device.next('pingresp');
  expect(await broker.metric('belfry_broker_connections{kind="service"}')).toBe(0);
  await broker.stop();
});
