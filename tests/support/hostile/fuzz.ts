import { randomSerial } from '@belfry/schemas/domain/serial';
import fc from 'fast-check';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { connectPacket, publishPacket, subscribePacket } from '@belfry/broker/testing/raw-client';
import { validMessages } from '../devices/device-messages.ts';

const qos = fc.constantFrom(0 as const, 1 as const, 2 as const);
const messageId = fc.integer({ min: 1, max: 65_535 });

/** A message on a topic of the device: arbitrary bytes, arbitrary JSON, or a valid message with one arbitrary field. */
export const anyMessage = (serial: string): fc.Arbitrary<{ topic: string; payload: Buffer }> =>
  fc.constantFrom(...validMessages(serial)).chain(({ topic, message: valid }) => {
    const corrupted = fc
      .tuple(fc.constantFrom(...Object.keys(valid)), fc.oneof(fc.jsonValue(), fc.bigInt().map(Number)))
      .map(([field, value]) => JSON.stringify({ ...valid, [field]: value }));
    const text = fc.oneof({ weight: 3, arbitrary: corrupted }, fc.json(), fc.string({ unit: 'binary' }));
    const bytes = fc.oneof(
      text.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
    );
    return bytes.map((payload) => ({ topic, payload }));
  });

const anyPacket = (serial: string): fc.Arbitrary<Packet> =>
  fc.oneof<fc.Arbitrary<Packet>[]>(
    fc
      .record({ message: anyMessage(serial), qos, retain: fc.boolean(), messageId })
      .map(({ message, ...options }) => publishPacket(message.topic, message.payload, options)),
    fc
      .tuple(
        messageId,
        fc.array(fc.record({ topic: fc.constantFrom(`devices/${serial}/#`, '#', 'a/+/b', 'x'), qos }), {
          minLength: 1,
          maxLength: 5,
        }),
      )
      .map(([id, filters]) => subscribePacket(id, ...filters)),
    messageId.map((id) => ({ cmd: 'unsubscribe', messageId: id, unsubscriptions: ['x', `devices/${serial}/#`] })),
    fc
      .tuple(fc.constantFrom('puback' as const, 'pubrec' as const, 'pubrel' as const, 'pubcomp' as const), messageId)
      .map(([cmd, id]) => ({ cmd, messageId: id })),
    fc.constantFrom<Packet>({ cmd: 'pingreq' }, { cmd: 'pingresp' }, { cmd: 'disconnect' }),
    // With another serial number, since wrong passwords would lock out the device.
    fc
      .boolean()
      .map((clean) => connectPacket({ clientId: 'x', username: randomSerial(), password: Buffer.from('x'), clean })),
  );

/** A packet that is valid, has overwritten bytes, or is truncated. */
const corruptedPacket = (serial: string): fc.Arbitrary<Buffer> =>
  fc
    .record({
      packet: anyPacket(serial),
      overwritten: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
      cut: fc.option(fc.nat(40)),
    })
    .map(({ packet, overwritten, cut }) => {
      const bytes = mqttPacket.generate(packet);
      for (const [at, value] of overwritten) bytes[at % bytes.length] = value;
      return cut === null ? bytes : bytes.subarray(0, bytes.length - Math.min(cut, bytes.length - 1));
    });

/** The writes of a client: packets of all types and random bytes, split at arbitrary positions. */
export const anyStream = (serial: string): fc.Arbitrary<{ connects: boolean; pieces: Buffer[] }> =>
  fc
    .record({
      connects: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 1),
      parts: fc.array(
        fc.oneof(
          { weight: 4, arbitrary: corruptedPacket(serial) },
          fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
        ),
        { minLength: 1, maxLength: 12 },
      ),
      cuts: fc.array(fc.nat(), { maxLength: 6 }),
    })
    .map(({ connects, parts, cuts }) => {
      const bytes = Buffer.concat(parts);
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
      return { connects, pieces: places.slice(1).map((end, index) => bytes.subarray(places[index], end)) };
    });
