import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPattern, rms } from '../sound/correlation.ts';
import { chirp } from '../sound/chirp.ts';
import { encodePackets } from '../testing/opus-frames.ts';
import { createPageDecoder, FRAME_SAMPLES, isPagePacket, type PageDecoder } from './page-decoder.ts';

const sound = chirp({ rate: 48_000, fromHz: 300, toHz: 3_000, seconds: 2 });
const packets = encodePackets(sound);
let decoder: PageDecoder;

beforeEach(async () => {
  decoder = await createPageDecoder();
});
afterEach(() => decoder.free());

function join(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.length * FRAME_SAMPLES);
  for (const [index, part] of parts.entries()) joined.set(part, index * FRAME_SAMPLES);
  return joined;
}

test('the decoded frames sound like what was encoded', () => {
  const heard = join(packets.map((packet) => decoder.decode(packet)));
  expect(heard).toHaveLength(packets.length * FRAME_SAMPLES);
  expect(findPattern(heard, sound.samples.subarray(0, 48_000)).correlation).toBeGreaterThan(0.9);
});

test('a missing frame continues the sound for its length, and what follows is heard as it is', () => {
  const parts = packets.map((packet, index) => (index === 20 ? decoder.conceal() : decoder.decode(packet)));
  expect(parts.every(({ length }) => length === FRAME_SAMPLES)).toBe(true);
  expect(rms(parts[20] ?? new Float32Array())).toBeGreaterThan(0.05);
  const after = join(parts.slice(23));
  const expected = sound.samples.subarray(25 * FRAME_SAMPLES, 40 * FRAME_SAMPLES);
  expect(findPattern(after, expected).correlation).toBeGreaterThan(0.9);
});

test('after three missing frames it is silent, until the next one', () => {
  for (const packet of packets.slice(0, 20)) decoder.decode(packet);
  const levels = Array.from({ length: 6 }, () => rms(decoder.conceal()));
  expect(levels[0]).toBeGreaterThan(0.05);
  expect(levels.slice(3)).toEqual([0, 0, 0]);
  const [next = new Uint8Array(), other = new Uint8Array()] = packets.slice(26);
  decoder.decode(next);
  expect(rms(decoder.decode(other))).toBeGreaterThan(0.05);
});

test('before the first frame a gap is silent', () => {
  expect(rms(decoder.conceal())).toBe(0);
});

test('damaged packets, and those of another length, are concealed', () => {
  expect(isPagePacket(packets[0] ?? new Uint8Array())).toBe(true);
  const half = Uint8Array.of(9 << 3, 1, 2, 3);
  for (const packet of [new Uint8Array(), Uint8Array.of(0xff), half]) {
    expect(isPagePacket(packet)).toBe(false);
    expect(decoder.decode(packet)).toHaveLength(FRAME_SAMPLES);
  }
});
