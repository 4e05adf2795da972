import { expect, it } from 'vitest';
import { createThreadPool, ThreadLimitError, ThreadWorkError } from './thread-pool.ts';

const pool = createThreadPool({
  program: new URL('./testing/sample.worker.ts', import.meta.url),
  maxHeapMb: 64,
  atOnce: 2,
  perKey: 1,
  waitingPerKey: 10,
});

const run = (name: string, input: unknown = null, timeoutMs = 20_000, answers = {}) =>
  pool.run(1, { name, input, timeoutMs, answers });

it('a thread works and answers', async () => {
  expect(await run('double', 21)).toBe(42);
});

it('the start of a thread does not count', async () => {
  const fresh = createThreadPool({
    program: new URL('./testing/sample.worker.ts', import.meta.url),
    maxHeapMb: 64,
    perKey: 1,
  });
  expect(await fresh.run(1, { name: 'double', input: 1, timeoutMs: 1_000 })).toBe(2);
});

it('a work that throws names its error, and its thread goes on', async () => {
  await expect(run('fail')).rejects.toMatchObject({ kind: 'SampleError', message: 'as it was told' });
  await expect(run('fail')).rejects.toBeInstanceOf(ThreadWorkError);
  expect(await run('double', 2)).toBe(4);
});

it('a work asks, and fails with the error of the one who cannot answer', async () => {
  expect(await run('sum', 4, 20_000, { value: (at: number) => Promise.resolve(at * 10) })).toBe(60);
  const away = { value: () => Promise.reject(new Error('the database is away')) };
  await expect(run('sum', 1, 20_000, away)).rejects.toThrow('the database is away');
  expect(await run('double', 3)).toBe(6);
});

it('a work is ended at its time, while this thread and the work of another user go on', async () => {
  const hanging = expect(run('hang', null, 1_000)).rejects.toBeInstanceOf(ThreadLimitError);
  expect(await pool.run(2, { name: 'double', input: 5, timeoutMs: 20_000 })).toBe(10);
  await hanging;
  expect(await run('double', 4)).toBe(8);
}, 30_000);

it('a work is ended when it uses too much memory', async () => {
  await expect(run('fill', null, 60_000)).rejects.toBeInstanceOf(ThreadLimitError);
  expect(await run('double', 5)).toBe(10);
}, 90_000);
