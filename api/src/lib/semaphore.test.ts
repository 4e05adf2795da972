import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('runs so many at once, the others in the order in which they came', async () => {
  const run = createSemaphore(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const task = (id: number) =>
    run(() => {
      started.push(id);
      return new Promise<number>((resolve) => {
        ends[id] = () => resolve(id);
      });
    });
  const all = [0, 1, 2, 3].map(task);
  expect(started).toEqual([0, 1]);
  ends[1]?.();
  expect(await all[1]).toBe(1);
  expect(started).toEqual([0, 1, 2]);
  ends[0]?.();
  await all[0];
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

it('gives the slot of a task that failed to the next', async () => {
  const run = createSemaphore(1);
  const failed = run(() => Promise.reject(new Error('no')));
  const next = run(() => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
