import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SERIAL } from './testing/test-programme.ts';

const PROGRAM = new URL('device.ts', import.meta.url).pathname;

test('SIGTERM ends it when its state is stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-device-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const unreachable = ['--api', 'http://127.0.0.1:9', '--mqtt', 'mqtt://127.0.0.1:9'];
  const options = ['--serial', SERIAL, '--pass', 'secret', '--data', folder, '--players', 'simulated', ...unreachable];
  const child = spawn(process.execPath, [PROGRAM, ...options]);
  await once(child.stderr, 'data');
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
  expect(readFileSync(join(folder, 'fleet.json'), 'utf8')).toContain(SERIAL);
});
