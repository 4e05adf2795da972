import { afterEach, expect, it, vi } from 'vitest';
import { inspectProcess } from './processes.ts';
import { startPart, type Part, type PartSpec } from './part.ts';

const FOREVER = 'setInterval(() => {}, 1000)';
const parts: Part[] = [];
afterEach(async () => {
  await Promise.all(parts.splice(0).map((part) => part.stop()));
});

function run(script: string, spec: Partial<PartSpec> = {}, lines: string[] = []): { part: Part; said: string[] } {
  const said: string[] = [];
  const part = startPart(
    {
      name: 'part',
      argv: [process.execPath, '-e', script],
      probe: async () => {},
      stopSignal: 'SIGTERM',
      graceMs: 300,
      ...spec,
    },
    { say: (line) => said.push(line), line: (_name, line) => lines.push(line), changed: () => {} },
  );
  parts.push(part);
  return { part, said };
}

it('says that a part was killed and starts it again', async () => {
  const { part, said } = run(FOREVER);
  await part.ready;
  const first = part.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(said).toEqual(['part stopped (SIGKILL), starting it again', 'part runs again']), 5_000);
  expect(part.pid).not.toBe(first);
});

it('gives up with the last words of a part that ends before it was ever healthy', async () => {
  const { part } = run('console.error("HTTP_PORT: wrong"); process.exit(1)', {
    probe: () => Promise.reject(new Error()),
  });
  await expect(part.ready).rejects.toThrow('part could not start: HTTP_PORT: wrong');
});

it('says which program is missing', async () => {
  const { part } = run('', { argv: ['/nowhere/belfry'] });
  await expect(part.ready).rejects.toThrow('ENOENT');
});

it('kills a part that will not stop, with what it had started', async () => {
  const lines: string[] = [];
  const { part, said } = run(
    `process.on('SIGTERM', () => {});
     const { pid } = require('node:child_process').spawn('sleep', ['60']);
     console.log(pid); ${FOREVER}`,
    { probe: async () => expect(lines).toHaveLength(1) },
    lines,
  );
  await part.ready;
  const pids = [part.pid ?? 0, Number(lines[0])];
  await part.stop();
  for (const pid of pids) await vi.waitFor(() => expect(inspectProcess(pid)?.zombie ?? true).toBe(true));
  expect(said).toEqual([]);
});
