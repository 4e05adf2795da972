import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir } from './lock.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'belfry-lock-'))));
afterEach(() => rmSync(dir, { recursive: true }));

it('keeps a second launcher out until the first lets go', () => {
  const unlock = lockDataDir(dir);
  expect(() => lockDataDir(dir)).toThrow(`Belfry already runs on DATA_DIR ${dir} (process ${process.pid})`);
  unlock();
  expect(() => lockDataDir(dir)()).not.toThrow();
});

it('takes over from a launcher that was killed', () => {
  writeFileSync(join(dir, 'launcher.lock'), '4194304 1\n');
  expect(() => lockDataDir(dir)).not.toThrow();
});

it('takes over when the id of a killed launcher went to another process', () => {
  writeFileSync(join(dir, 'launcher.lock'), `${process.pid} 1\n`);
  expect(() => lockDataDir(dir)).not.toThrow();
});
