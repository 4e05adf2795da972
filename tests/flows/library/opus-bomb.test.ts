/** @module-tag full */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAudio } from '@belfry/api/features/library/decode/decode-process';
import { opusBomb } from '@belfry/api/features/library/decode/testing/ogg-file';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-decode-'));
});
afterAll(() => rm(folder, { recursive: true }));

// More than 700 MB of samples, and the process has 512 MB.
it('decodes much Opus from few bytes within the memory of its process', async () => {
  const file = join(folder, 'Opus');
  const bytes = opusBomb({ pages: 60 });
  expect(bytes.length).toBeLessThan(60_000);
  await writeFile(file, bytes);
  expect(await decodeAudio(1, file, `${file}-cleaned`, false)).toMatchObject({ duration_ms: 1_836_000 });
});
