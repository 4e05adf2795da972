import mqttPacket, { type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { encodePubrel, Message } from './message.ts';

function parse(bytes: Buffer): Packet[] {
  const packets: Packet[] = [];
  const parser = mqttPacket.parser();
  parser.on('packet', (packet) => packets.push(packet));
  parser.parse(bytes);
  return packets;
}

describe('a message', () => {
  it.each([0, 5, 100, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152])(
    'of %i bytes is encoded as a parser expects it',
    (size) => {
      const payload = Buffer.alloc(size, 'x');
      const message = new Message('devices/ü/status', payload);
      const forms = [
        { qos: 0, retain: false, dup: false },
        { qos: 1, retain: true, dup: false },
        { qos: 2, retain: false, dup: true },
      ] as const;
      for (const form of forms) {
        const [packet] = parse(message.encode(form.qos, form.retain, form.dup, 4711));
        expect(packet).toMatchObject({ cmd: 'publish', topic: 'devices/ü/status', ...form });
        expect(packet?.cmd === 'publish' && payload.equals(packet.payload as Buffer)).toBe(true);
        if (form.qos > 0) expect(packet?.messageId).toBe(4711);
      }
    },
  );

  it('is encoded once at QoS 0, and with its own packet id for each subscriber above', () => {
    const message = new Message('t', Buffer.from('x'));
    expect(message.encode(0, false, false, 0)).toBe(message.encode(0, false, false, 0));
    const ids = [1, 2, 3].map((id) => message.encode(1, false, false, id)).map((bytes) => parse(bytes)[0]?.messageId);
    expect(ids).toEqual([1, 2, 3]);
  });
});

it('does not keep the chunk in memory with which it was read, once it is queued or sent', () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  for (const settle of [
    (message: Message) => message.copyPayload(),
    (message: Message) => message.encode(1, false, false, 1),
  ]) {
    const message = new Message('t', chunk.subarray(100, 200));
    settle(message);
    expect(message.payload.buffer).not.toBe(chunk.buffer);
    expect(message.payload.equals(chunk.subarray(100, 200))).toBe(true);
  }
});

it('encodes a PUBREL with its packet id', () => {
  expect(parse(encodePubrel(300))[0]).toMatchObject({ cmd: 'pubrel', messageId: 300 });
});
