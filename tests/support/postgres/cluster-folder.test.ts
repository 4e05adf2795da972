import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
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

it.runIf(process.platform === 'linux')(
  'removes the folders of runs that have ended without doing so, and no others',
  () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const [namespace] = /\d+/.exec(readlinkSync('/proc/self/ns/pid')) ?? [];
    const kept = [
      `belfry-test-${namespace}-${process.ppid}-other`,
      `belfry-test-1-${ended}-container`,
      'belfry-test-database',
    ];
    for (const name of [`belfry-test-${namespace}-${ended}-left`, ...kept]) mkdirSync(join(memory, name));
    const created = basename(createClusterFolder(memory, 1));
    expect(readdirSync(memory).toSorted()).toEqual([created, ...kept].toSorted());
  },
);
