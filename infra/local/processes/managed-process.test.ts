import { afterEach, expect, it, vi } from 'vitest';
import { inspectProcess } from './inspect-process.ts';
import { startManagedProcess, type ManagedProcess, type ProcessSpec } from './managed-process.ts';

const FOREVER = 'setInterval(() => {}, 1000)';
const processes: ManagedProcess[] = [];
afterEach(async () => {
  await Promise.all(processes.splice(0).map((managed) => managed.stop()));
});

function run(
  script: string,
  spec: Partial<ProcessSpec> = {},
  lines: string[] = [],
): { managed: ManagedProcess; notices: string[] } {
  const notices: string[] = [];
  const managed = startManagedProcess(
    {
      name: 'part',
      argv: [process.execPath, '-e', script],
      probe: async () => {},
      stopSignal: 'SIGTERM',
      graceMs: 300,
      ...spec,
    },
    { notify: (line) => notices.push(line), line: (_name, line) => lines.push(line), changed: () => {} },
  );
  processes.push(managed);
  return { managed, notices };
}

it('restarts a killed process and reports it', async () => {
  const { managed, notices } = run(FOREVER);
  await managed.ready;
  const first = managed.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(notices).toEqual(['part stopped (SIGKILL), starting it again', 'part runs again']));
  expect(managed.pid).not.toBe(first);
});

it.each([
  ['console.error("BROKER_HTTP_PORT 8084 is in use")', 'BROKER_HTTP_PORT 8084 is in use'],
  ['console.log(JSON.stringify({ level: 60, msg: "it exits", err: { message: "no space" } }))', 'it exits: no space'],
])('says why a process has ended by itself: %s', async (say, why) => {
  const { managed, notices } = run(`setTimeout(() => { ${say}; process.exitCode = 1; }, 50)`);
  await managed.ready;
  await vi.waitFor(() => expect(notices[0]).toBe(`part stopped (exit code 1: ${why}), starting it again`));
});

it('rejects with the last output of a process that ends before it is healthy', async () => {
  const { managed } = run('console.error("HTTP_PORT: wrong"); process.exit(1)', {
    probe: () => Promise.reject(new Error()),
  });
  await expect(managed.ready).rejects.toThrow('part could not start: HTTP_PORT: wrong');
});

it('reports a missing program', async () => {
  const { managed } = run('', { argv: ['/nowhere/belfry'] });
  await expect(managed.ready).rejects.toThrow('ENOENT');
});

it('kills a process that does not stop, with its children', async () => {
  const lines: string[] = [];
  const { managed, notices } = run(
    `process.on('SIGTERM', () => {});
     const { pid } = require('node:child_process').spawn('sleep', ['60']);
     console.log(pid); ${FOREVER}`,
    { probe: async () => expect(lines).toHaveLength(1) },
    lines,
  );
  await managed.ready;
  const pids = [managed.pid ?? 0, Number(lines[0])];
  await managed.stop();
  for (const pid of pids) await vi.waitFor(() => expect(inspectProcess(pid)?.zombie ?? true).toBe(true));
  expect(notices).toEqual([]);
});
