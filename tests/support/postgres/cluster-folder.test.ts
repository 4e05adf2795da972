import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClusterFolder } from './cluster-folder.ts';

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'belfry-memory-'));
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

it('is in memory where there is enough of it', () => {
  expect(dirname(createClusterFolder(memory, 1))).toBe(memory);
});

it.each([
  ['there is too little memory', () => createClusterFolder(memory, Number.MAX_SAFE_INTEGER)],
  ['the system has no such folder', () => createClusterFolder(join(memory, 'absent'), 1)],
])('is a temporary folder where %s', (_, create) => {
  const folder = create();
  rmSync(folder, { recursive: true });
  expect(dirname(folder)).toBe(tmpdir());
});

it('removes the folders of runs that have ended without doing so, and no others', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const other = `belfry-test-${process.ppid}-other`;
  for (const name of [`belfry-test-${ended}-left`, other, 'belfry-test-database', 'unrelated'])
    mkdirSync(join(memory, name));
  const created = basename(createClusterFolder(memory, 1));
  expect(readdirSync(memory).toSorted()).toEqual([created, other, 'belfry-test-database', 'unrelated'].toSorted());
});
