import { expect, it } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';

it('runs a few calls at a time, and refuses those beyond the waiting ones', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waitingMax: 1, busyText: 'Busy' });
  const first = Promise.withResolvers<string>();
  const running = queue.add(() => first.promise);
  const waiting = queue.add(async () => 'second');
  await expect(queue.add(async () => 'third')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Busy',
    retryAfterSeconds: 10,
  });
  first.resolve('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
});

it('continues after failed work, whose error its caller gets', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waitingMax: 1, busyText: 'Busy' });
  await expect(queue.add(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.add(async () => 'next')).toBe('next');
});
