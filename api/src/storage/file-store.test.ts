import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkFiles } from './file-store.ts';

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

it('deletes at its start what a process of this machine has left, and nothing of others', async () => {
  const work = createWorkFiles(folder);
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const host = hostname().replaceAll(/[^\w.-]/g, '');
  const nameOf = (name: string): string => join(folder, '.work', name);
  const left = [`${host}+${ended}+a`, `${host}+${process.pid}+b`].map(nameOf);
  const others = [`${host}+${process.ppid}+c`, `elsewhere+${ended}+d`, 'another-name'].map(nameOf);
  for (const file of [...left, ...others]) await writeFile(file, 'content');

  await work.removeAbandoned();

  for (const path of left) await expect(stat(path)).rejects.toThrow('ENOENT');
  for (const path of others) expect(await stat(path)).toBeDefined();
});
