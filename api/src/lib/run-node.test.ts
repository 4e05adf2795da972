import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runNode } from './run-node.ts';

const LIMITS = { timeoutMs: 60_000, maxHeapMb: 64, maxMemoryMb: 256, maxOutputBytes: 1_000 };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-run-node-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(source: string) {
  const program = join(folder, 'program.mjs');
  await writeFile(program, source);
  return runNode(program, [], LIMITS);
}

it('returns what the program prints, which has no environment', async () => {
  const result = await run('console.log(JSON.stringify({ variables: Object.keys(process.env) }))');
  expect(result).toMatchObject({ error: null, output: { variables: [] }, isOverMemory: false });
});

it('kills a program whose buffers take more memory than it may have', async () => {
  const result = await run('const kept = []; setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 10);');
  expect(result).toMatchObject({ error: { signal: 'SIGKILL' }, output: undefined, isOverMemory: true });
});

it('ends a program that takes memory faster than it can be polled', async () => {
  const result = await run(
    'const kept = []; for (let n = 0; n < 400; n++) kept.push(Buffer.alloc(8 * 1024 * 1024, 1)); console.log("{}");',
  );
  expect(result).toMatchObject({ error: expect.any(Error), output: undefined });
});
