import mqttPacket, { type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { PacketScanner, PartialPacket } from './packet-scanner.ts';

const limits = { connectBytes: 200, packetBytes: 1_000 };
const bytes = (...packets: Packet[]): Buffer => Buffer.concat(packets.map((packet) => mqttPacket.generate(packet)));
const request = connectPacket({ clientId: 'x' });
const sized = (total: number): Packet => publishPacket('t', Buffer.alloc(total - 3 - 3));

describe('the packet scanner', () => {
  it('counts the packets that a client initiates, wherever chunks are split', () => {
    const stream = bytes(
      request,
      publishPacket('a', 'x'),
      { cmd: 'puback', messageId: 1 },
      { cmd: 'pingreq' },
      sized(500),
    );
    for (const size of [1, 2, 3, 7, 50, stream.length]) {
      const guard = new PacketScanner(limits);
      let counted = 0;
      for (let at = 0; at < stream.length; at += size) counted += guard.inspect(stream.subarray(at, at + size));
      expect([counted, guard.violation]).toEqual([4, null]);
    }
  });

  it('estimates the number of filters from the length', () => {
    const filters = Array.from({ length: 20 }, (_, at) => ({
      topic: `devices/1111-2222-3333-4444/${at}`,
      qos: 1 as const,
    }));
    const guard = new PacketScanner(limits);
    expect(guard.inspect(bytes(request, subscribePacket(1, ...filters)))).toBe(2);
    expect(guard.filters).toBeGreaterThanOrEqual(20);
    expect(guard.filters).toBeLessThan(40);
    expect(guard.inspect(bytes({ cmd: 'pingreq' }))).toBe(1);
    expect(guard.filters).toBe(0);
  });

  it.each([
    ['a packet of the limit', bytes(request, sized(1_000)), null],
    ['a packet over the limit', bytes(request, sized(1_001)), 'packet_too_large'],
    ['a CONNECT over its own limit', bytes(connectPacket({ clientId: 'x'.repeat(200) })), 'packet_too_large'],
    [
      'a header that promises 256 MB',
      Buffer.concat([bytes(request), Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])]),
      'packet_too_large',
    ],
    [
      'a length that never ends',
      Buffer.concat([bytes(request), Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80])]),
      'malformed_length',
    ],
    ['a first packet that is no CONNECT', bytes({ cmd: 'pingreq' }), 'not_a_connect'],
    ['an HTTP request', Buffer.from('GET / HTTP/1.1'), 'not_a_connect'],
  ])('checks %s', (_what, stream, violation) => {
    const guard = new PacketScanner(limits);
    guard.inspect(stream);
    expect(guard.violation).toBe(violation);
  });

  it('reports how many bytes belong to an incomplete packet, wherever it is split', () => {
    const first = bytes(request);
    const second = bytes(sized(500));
    for (let cut = 0; cut < second.length; cut++) {
      const guard = new PacketScanner(limits);
      guard.inspect(Buffer.concat([first, second.subarray(0, cut)]));
      expect(guard.unfinished).toBe(cut);
      guard.inspect(second.subarray(cut));
      expect(guard.unfinished).toBe(0);
    }
  });

  it('reports all bytes of a chunk in the middle of a packet as incomplete', () => {
    const guard = new PacketScanner(limits);
    const packet = bytes(request);
    guard.inspect(packet.subarray(0, 1));
    guard.inspect(packet.subarray(1, 5));
    expect(guard.unfinished).toBe(4);
  });

  it('counts one filter per packet and one more per 32 bytes', () => {
    const guard = new PacketScanner(limits);
    guard.inspect(bytes(request));
    const filtersOf = (topic: string) => {
      guard.inspect(bytes(subscribePacket(1, { topic, qos: 0 })));
      return guard.filters;
    };
    // The packet id, the length of the filter and its QoS take 5 bytes.
    expect([filtersOf('x'), filtersOf('x'.repeat(26)), filtersOf('x'.repeat(27)), filtersOf('x'.repeat(59))]).toEqual([
      1, 1, 2, 3,
    ]);
    expect(guard.inspect(bytes({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['a'] }))).toBe(1);
    expect(guard.filters).toBe(1);
    guard.inspect(bytes(publishPacket('a', 'x'.repeat(100))));
    expect(guard.filters).toBe(0);
  });

  it('accepts a CONNECT up to its limit, and larger packets after authentication', () => {
    const exact = connectPacket({ clientId: 'x' });
    const guard = new PacketScanner({ connectBytes: bytes(exact).length, packetBytes: 100 });
    guard.inspect(bytes(exact));
    guard.packetBytes = 1_000;
    guard.inspect(bytes(sized(1_000)));
    expect(guard.violation).toBeNull();
    guard.inspect(bytes(exact, connectPacket({ clientId: 'xx' })));
    expect(guard.violation).toBe('packet_too_large');
  });

  it('accepts a length of four bytes', () => {
    const guard = new PacketScanner({ connectBytes: 200, packetBytes: 2 ** 28 });
    expect(guard.inspect(Buffer.concat([bytes(request), Buffer.from([0x30, 0x80, 0x80, 0x80, 0x01])]))).toBe(2);
    expect([guard.violation, guard.unfinished]).toEqual([null, 5]);
  });

  it('returns -1 for a violation in any byte', () => {
    for (const stream of [
      Buffer.from('GET'),
      Buffer.concat([bytes(request), Buffer.from([0x30, 0xff, 0xff, 0x7f])]),
      Buffer.concat([bytes(request), Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80])]),
    ]) {
      expect(new PacketScanner(limits).inspect(stream)).toBe(-1);
    }
  });
});

it('returns the buffered bytes with the end of the packet, and keeps few chunks of a packet that arrives byte by byte', () => {
  const partial = new PartialPacket();
  const packet = Buffer.from(Array.from({ length: 10_000 }, (_, at) => at % 251));
  for (let at = 0; at < packet.length - 1; at++) {
    expect(partial.take(packet.subarray(at, at + 1), 1)).toBeNull();
    expect(partial.chunks).toBeLessThanOrEqual(32);
  }
  const next = Buffer.from('next');
  const end = Buffer.concat([packet.subarray(-1), next.subarray(0, 2)]);
  expect(partial.take(end, 2)?.equals(packet)).toBe(true);
  expect(partial.take(next.subarray(2), 0)?.equals(next)).toBe(true);
  expect(partial.chunks).toBe(0);
});

it('keeps no view of the chunk with the beginning of a packet', () => {
  const partial = new PartialPacket();
  const chunk = Buffer.from('whole packet and a beginning');
  partial.take(chunk, 9);
  chunk.fill('x');
  expect(partial.take(Buffer.from('!'), 0)?.toString()).toBe('beginning!');
});
