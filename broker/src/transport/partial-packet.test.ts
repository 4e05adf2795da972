import { expect, it } from 'vitest';
import { PartialPacket } from './partial-packet.ts';

it('gives back what it held together with the end, and keeps few pieces of a packet that comes byte by byte', () => {
  const partial = new PartialPacket();
  const packet = Buffer.from(Array.from({ length: 10_000 }, (_, at) => at % 251));
  for (let at = 0; at < packet.length - 1; at++) {
    expect(partial.take(packet.subarray(at, at + 1), 1)).toBeNull();
    expect(partial.pieces).toBeLessThanOrEqual(32);
  }
  const next = Buffer.from('next');
  const end = Buffer.concat([packet.subarray(-1), next.subarray(0, 2)]);
  expect(partial.take(end, 2)?.equals(packet)).toBe(true);
  expect(partial.take(next.subarray(2), 0)?.equals(next)).toBe(true);
  expect(partial.pieces).toBe(0);
});

it('keeps no view of the bytes that were read with the beginning of a packet', () => {
  const partial = new PartialPacket();
  const chunk = Buffer.from('whole packet and a beginning');
  partial.take(chunk, 9);
  chunk.fill('x');
  expect(partial.take(Buffer.from('!'), 0)?.toString()).toBe('beginning!');
});
