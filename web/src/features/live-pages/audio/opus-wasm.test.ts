import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { OPUS } from './opus-settings.ts';
import { startOpus } from './opus-wasm.ts';

const start = async () =>
  startOpus(await readFile(createRequire(import.meta.url).resolve('@evan/opus/wasm/opus.wasm')));

/** The length of a packet in ms, by RFC 6716 §3.1. */
function lengthOf([toc = 0, count = 0]: Uint8Array): number {
  const config = toc >> 3;
  const speech = [10, 20, 40, 60][config & 3] ?? 0;
  const hybrid = [10, 20][config & 1] ?? 0;
  const music = [2.5, 5, 10, 20][config & 3] ?? 0;
  const frames = [1, 2, 2, count & 63][toc & 3] ?? 0;
  return frames * (config < 12 ? speech : config < 16 ? hybrid : music);
}

it('encodes 40 ms into a packet each, at about 24 kbit/s', async () => {
  const encode = await start();
  const packets = Array.from({ length: 50 }, (_, frame) => {
    const samples = new Float32Array(OPUS.frameSamples);
    // A voice is neither a tone nor noise: a tone whose pitch and loudness change.
    for (let at = 0; at < samples.length; at++) {
      const time = (frame * OPUS.frameSamples + at) / OPUS.rateHz;
      samples[at] = 0.4 * Math.sin(2 * Math.PI * 180 * time + 3 * Math.sin(9 * time)) * (1 + Math.sin(25 * time)) * 0.5;
    }
    return encode(samples);
  });
  expect(new Set(packets.map(lengthOf))).toEqual(new Set([40]));
  const bytes = packets.reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeGreaterThan(500);
  expect((bytes * 8) / 2).toBeLessThan(36_000);
});

it('encodes silence, and what is louder than it can be', async () => {
  const encode = await start();
  expect(lengthOf(encode(new Float32Array(OPUS.frameSamples)))).toBe(40);
  expect(lengthOf(encode(new Float32Array(OPUS.frameSamples).fill(9)))).toBe(40);
});
