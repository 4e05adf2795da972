import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeAudio } from './decode-process.ts';
import { flacBomb } from './testing/flac-file.ts';
import { webmOf } from './testing/webm-file.ts';

const TIMEOUT_MS = 60_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-decode-'));
});

afterAll(() => rm(folder, { recursive: true }));

// More than 700 MB of samples, and the process has 512 MB; `tests/flows/library/opus-bomb` tries Opus.
it(
  'decodes much FLAC from few bytes within the memory of its process',
  async () => {
    const file = join(folder, 'FLAC');
    const bytes = flacBomb({ frames: 2_800 });
    expect(bytes.length).toBeLessThan(60_000);
    await writeFile(file, bytes);
    expect(await decodeAudio(1, file, join(folder, 'cleaned'), false)).toMatchObject({
      converted: false,
      duration_ms: 4_160_952,
    });
  },
  TIMEOUT_MS,
);

it('takes the sound of WebM where a recording of a browser is expected, and nowhere else', async () => {
  const packet = Buffer.from([0xf9, 0xff, 0xfe, 0xff, 0xfe]);
  const [file, into] = [join(folder, 'recording'), join(folder, 'sound')];
  await writeFile(file, webmOf(Array.from({ length: 50 }, () => packet)));
  await expect(decodeAudio(1, file, into, false)).rejects.toThrow('This is a WebM or Matroska file');
  const decoded = await decodeAudio(1, file, into, true);
  expect(decoded).toMatchObject({ format: 'ogg', converted: true });
  expect(decoded.duration_ms).toBeGreaterThan(1_900);
  expect((await readFile(into)).toString('latin1', 0, 4)).toBe('OggS');
});
