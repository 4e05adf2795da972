import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { USAGE } from './fleet/config.ts';

const UNREACHABLE = ['--api', 'http://127.0.0.1:9', '--mqtt', 'mqtt://127.0.0.1:9'];

function run(...args: string[]) {
  const child = spawn(process.execPath, [new URL('fleet.ts', import.meta.url).pathname, ...args]);
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number, stdout, stderr }),
  );
  return { child, ended };
}

test('help is printed to standard output', async () => {
  expect(await run('--help').ended).toEqual({ code: 0, stdout: `${USAGE}\n`, stderr: '' });
});

test('an invalid option is reported in one line and nothing starts', async () => {
  const { code, stdout, stderr } = await run('--devices', 'many').ended;
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe('--devices: a whole number up to 50000\n');
});

test('without a server it prints metrics every second, and SIGTERM ends it', async () => {
  const { child, ended } = run(...UNREACHABLE, '--devices', '3');
  await Promise.all([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^connected 0\/3 · sent 0 \(0\/s\) · acknowledged 0 · journal 0 · /);
  expect(stderr).toBe('http://127.0.0.1:9 does not answer (bad port), trying again\n');
});

test('it ends after the given minutes, without output when quiet', async () => {
  const { code, stdout } = await run(...UNREACHABLE, '--devices', '3', '--minutes', '0.005', '--quiet').ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});
