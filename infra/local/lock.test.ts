import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir } from './lock.ts';
import { inspectProcess } from './processes/inspect-process.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'belfry-lock-'))));
afterEach(() => rmSync(dir, { recursive: true }));

it('rejects a second launcher until the first releases the lock', async () => {
  const unlock = await lockDataDir(dir);
  await expect(lockDataDir(dir)).rejects.toThrow(`Belfry already runs on DATA_DIR ${dir} (process ${process.pid})`);
  unlock();
  await expect(lockDataDir(dir)).resolves.toBeTypeOf('function');
});

it.each([
  ['a killed launcher', '4194304 1\n'],
  ['one whose process id was reused', `${process.pid} 1\n`],
  ['one that was killed before it wrote the file', ''],
])('takes over from %s', async (_case, content) => {
  writeFileSync(join(dir, 'launcher.lock'), content);
  await expect(lockDataDir(dir)).resolves.toBeTypeOf('function');
});

it('waits until the watchdog of a killed launcher has ended', async () => {
  const watchdog = spawn('sleep', ['0.3']);
  const { started } = inspectProcess(watchdog.pid ?? 0) ?? {};
  writeFileSync(join(dir, 'launcher.lock'), `4194304 1\n${watchdog.pid} ${started}`);
  await lockDataDir(dir);
  expect(watchdog.exitCode ?? inspectProcess(watchdog.pid ?? 0)?.zombie).toBeOneOf([0, true]);
});
