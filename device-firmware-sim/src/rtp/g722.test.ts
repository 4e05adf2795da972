import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createG722Encoder } from './g722.ts';

const SAMPLES = 32_000;
/** 50 to 7,900 Hz in two seconds. */
const sweep = (): Int16Array =>
  Int16Array.from({ length: SAMPLES }, (_, index) => {
    const t = index / 16_000;
    return Math.round(26_000 * Math.sin(2 * Math.PI * (50 * t + (7_850 * t * t) / 4)));
  });
function noise(): Int16Array {
  let state = 2_463_534_242;
  return Int16Array.from({ length: SAMPLES }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >> 16;
  });
}

// What `ffmpeg -f s16le -ar 16000 -ac 1 -i … -c:a g722` of Debian 12 writes.
it.each([
  ['a sweep', sweep(), '7a2fa6706f8a178d41d3f8a07fa4e192aef92f9f47f7ca5fd358c7d67e4ff5ed'],
  ['noise', noise(), 'a6c6f15a8f0643cbfd309ab6ea16b4b8bd82903eb4fff6b2df848707dd701b86'],
])('encodes %s as ffmpeg does, bit by bit', (_what, samples, sha256) => {
  const encoder = createG722Encoder();
  const bytes = new Uint8Array(SAMPLES / 2);
  for (let at = 0; at < SAMPLES; at += 320)
    encoder.encode(samples.subarray(at, at + 320), bytes.subarray(at / 2, at / 2 + 160));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
});
