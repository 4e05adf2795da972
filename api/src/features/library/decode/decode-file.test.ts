import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFile } from './decode-file.ts';
import { flacBomb, flacOf, type SampleBits } from './testing/flac-file.ts';
import { opusBomb } from './testing/ogg-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-decode-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function decode(content: Buffer) {
  const file = join(folder, 'file');
  await writeFile(file, content);
  return decodeFile(file);
}

/** A second of a tone of 440 Hz with this peak; 1 is full scale. */
function tone(bits: SampleBits, peak: number): number[] {
  const full = 2 ** (bits - 1) - 1;
  return Array.from({ length: 44_100 }, (_, at) =>
    Math.round(full * peak * Math.sin((2 * Math.PI * 440 * at) / 44_100)),
  );
}

describe('FLAC', () => {
  /** -1 dBFS */
  const LOUD = 10 ** (-1 / 20);

  it.each([16, 24] as const)('of %i bits is played at -1 dBFS', async (bits) => {
    const decoded = await decode(flacOf(tone(bits, LOUD), bits));
    expect(decoded).toMatchObject({ format: 'flac', duration_ms: 1_000 });
    expect(Math.max(...decoded.peaks)).toBeCloseTo(LOUD, 2);
  });

  it.each([8, 16, 24] as const)('of %i bits is played from the lowest to the highest sample', async (bits) => {
    const full = 2 ** (bits - 1);
    const samples = Array.from({ length: 20_000 }, (_, at) => Math.round(-full + (at * (2 * full - 1)) / 19_999));
    expect(await decode(flacOf(samples, bits))).toMatchObject({ duration_ms: 454 });
  });

  it.each([16, 24] as const)('of %i bits whose checksum is that of other samples is damaged', async (bits) => {
    const [one, other] = [flacOf(tone(bits, LOUD), bits), flacOf(tone(bits, 0.5), bits)];
    other.copy(one, 26, 26, 42);
    await expect(decode(one)).rejects.toThrow('The file is damaged');
  });
});

describe('before it is decoded, a file is refused', () => {
  it.each([
    ['FLAC', () => flacBomb({ frames: 1, statedSamples: 13 * 3_600 * 44_100 })],
    ['Opus', () => opusBomb({ pages: 2, endsAt: 13 * 3_600 * 48_000 })],
  ])('that states more than 12 hours of %s', async (_format, file) => {
    await expect(decode(file())).rejects.toThrow('Audio may be 12 hours long at most');
  });

  it.each([
    ['FLAC', () => flacBomb({ frames: 1, channels: 3 })],
    ['Opus', () => opusBomb({ pages: 1, channels: 3 })],
  ])('that states more than two channels of %s', async (_format, file) => {
    await expect(decode(file())).rejects.toThrow('Audio may have 2 channels at most');
  });
});

describe('Ogg', () => {
  it('of two streams, one after the other, has the sound of both', async () => {
    const stream = opusBomb({ pages: 1 });
    expect(await decode(Buffer.concat([stream, stream]))).toMatchObject({ format: 'ogg', duration_ms: 61_200 });
  });
});
