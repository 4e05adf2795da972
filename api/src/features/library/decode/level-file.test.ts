import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeWav } from '../rendering/encode-wav.ts';
import { decodeFile } from './decode-file.ts';
import { levelFile } from './level-file.ts';
import { createLimiter } from './limiter.ts';

const folder = mkdtempSync(join(tmpdir(), 'belfry-level-'));
afterAll(() => rmSync(folder, { recursive: true }));
const RATE = 44_100;

/** A tone whose level changes as that of syllables does: 250 ms of each of these levels, in dBFS, again and again. */
const syllables = (levels: readonly number[], seconds = 3, rate = RATE): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, at) => {
    const level = levels[Math.floor(at / (rate / 4)) % levels.length] ?? 0;
    return 10 ** (level / 20) * Math.sin((2 * Math.PI * 500 * at) / rate);
  });

async function level(samples: Float32Array, lufs: number, rate = RATE) {
  const path = join(folder, 'in.wav');
  writeFileSync(path, encodeWav(samples, rate));
  const source = await decodeFile(path);
  const target = join(folder, 'out');
  return { source, measured: await levelFile(path, target, lufs, source), decoded: await decodeFile(target) };
}

describe('a file', () => {
  it.each([
    ['soft', [-30]],
    ['loud', [-1]],
    ['with peaks', [-34, -12, -34, -34]],
    ['that is full of peaks', [-20, -0.1, -30, -20]],
  ])('that is %s gets the loudness that is wanted, below the highest peak', async (_what, levels) => {
    const { measured, decoded, source } = await level(syllables(levels), -16);
    expect(Math.abs((measured.loudness_lufs ?? 0) + 16)).toBeLessThan(0.5);
    expect(measured.peak_dbtp).toBeLessThanOrEqual(-1.4);
    expect(decoded).toMatchObject({ format: 'mp3', ...measured });
    expect(Math.abs(decoded.duration_ms - source.duration_ms)).toBeLessThan(120);
  });

  it('that cannot be so loud stays below the highest peak', async () => {
    const { measured } = await level(syllables([-30]), 0);
    expect(measured.peak_dbtp).toBeLessThanOrEqual(-1.4);
  });

  it('is refused with a rate that MP3 does not have, and when it is silent', async () => {
    await expect(level(syllables([-20], 1, 96_000), -16, 96_000)).rejects.toThrow('rate');
    await expect(level(new Float32Array(RATE), -16)).rejects.toThrow('silent');
  });
});

it('the limiter keeps to its ceiling, in parts of any size, and leaves alone what is below', () => {
  const samples = syllables([-6, -20, 3, -30], 2, 8_000);
  const limiter = createLimiter({ factor: 1, ceiling: 0.5 }, { rate: 8_000, channels: 1 });
  const parts: number[] = [];
  for (let at = 0; at < samples.length; at += 777)
    parts.push(...(limiter.add([samples.subarray(at, at + 777)])[0] ?? []));
  parts.push(...(limiter.end()[0] ?? []));
  const delay = 40;
  expect(parts.length).toBe(samples.length + delay);
  expect(Math.max(...parts.map(Math.abs))).toBeLessThanOrEqual(0.500_001);
  // What comes long after a peak is as it was.
  for (const at of [3_900, 7_900]) expect(parts[at + delay]).toBeCloseTo(samples[at] ?? 0, 2);
});
