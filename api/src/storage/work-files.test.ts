import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkFiles } from './work-files.ts';

const DAY_MS = 86_400_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-work-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('deletes what a process that was killed has left, and nothing in use', async () => {
  const work = createWorkFiles(folder);
  const old = [await work.newFile(), await work.newFolder()];
  const recent = [await work.newFile(), await work.newFolder()];
  for (const file of [old[0] ?? '', recent[0] ?? '', join(old[1] ?? '', 'part')]) await writeFile(file, 'content');
  const twoDaysAgo = (Date.now() - 2 * DAY_MS) / 1_000;
  for (const path of old) await utimes(path, twoDaysAgo, twoDaysAgo);

  await work.removeOlderThan(DAY_MS);

  for (const path of old) await expect(stat(path)).rejects.toThrow('ENOENT');
  for (const path of recent) expect(await stat(path)).toBeDefined();
});
