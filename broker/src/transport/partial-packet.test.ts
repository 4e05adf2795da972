import { expect, it } from 'vitest';
import { PartialPacket } from './partial-packet.ts';

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
