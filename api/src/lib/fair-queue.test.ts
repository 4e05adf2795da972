import { expect, it, vi } from 'vitest';
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts';

const OPTIONS = { atOnce: 2, waitingMax: 10, waitingPerUser: 5, busyText: 'Busy' };

/** A queue whose work ends when the test says so; `started` has the names of what runs or ran. */
function setUp(options: FairQueueOptions = OPTIONS) {
  const queue = createFairQueue(options);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (userId: number, name: string): Promise<string> =>
    queue.add(userId, async () => {
      started.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end.resolve);
      await end.promise;
      return name;
    });
  const end = async (name: string, result: Promise<string>): Promise<void> => {
    await vi.waitFor(() => expect(started).toContain(name));
    ends.get(name)?.();
    expect(await result).toBe(name);
    // The next one starts in the same turn of the event loop.
    await Promise.resolve();
  };
  return { queue, started, add, end };
}

it('runs one call of a user at a time, while those of others pass', async () => {
  const { started, add, end } = setUp();
  const [first, second] = [add(1, 'first of A'), add(1, 'second of A')];
  const other = add(2, 'B');
  await Promise.resolve();
  expect(started).toEqual(['first of A', 'B']);
  await end('B', other);
  expect(started).toEqual(['first of A', 'B']);
  await end('first of A', first);
  await end('second of A', second);
});

it('gives the next turn to the user whose last one is longest ago', async () => {
  const { started, add, end } = setUp({ ...OPTIONS, atOnce: 1 });
  const calls = ['A1', 'A2', 'A3'].map((name) => ({ name, result: add(1, name) }));
  const late = add(2, 'B1');
  await end('A1', calls[0]?.result ?? late);
  await end('B1', late);
  await end('A2', calls[1]?.result ?? late);
  await end('A3', calls[2]?.result ?? late);
  expect(started).toEqual(['A1', 'B1', 'A2', 'A3']);
});

it('refuses calls beyond those that may wait, of all and of one user', async () => {
  const { queue, add, end } = setUp({ ...OPTIONS, atOnce: 1, waitingMax: 2, waitingPerUser: 1 });
  const [running, own] = [add(1, 'A1'), add(1, 'A2')];
  const work = async (): Promise<string> => 'never';
  await expect(queue.add(1, work)).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Busy',
    retryAfterSeconds: 10,
  });
  const other = add(2, 'B1');
  await expect(queue.add(3, work)).rejects.toMatchObject({ code: 'rate_limited' });
  await end('A1', running);
  await end('B1', other);
  await end('A2', own);
});

it('continues after failed work, whose error its caller gets', async () => {
  const { queue } = setUp();
  await expect(queue.add(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.add(1, async () => 'next')).toBe('next');
});

it('with several works of one user at once, 500 of one do not delay the first of another', async () => {
  const unlimited = { waitingMax: Infinity, waitingPerUser: Infinity };
  const { started, add, end } = setUp({ ...OPTIONS, ...unlimited, atOnce: 4, perUser: 4 });
  const texts = Array.from({ length: 500 }, (_, text) => add(1, `A${text + 1}`));
  const [late, latest] = [add(2, 'B1'), add(3, 'C1')];
  await Promise.resolve();
  expect(started).toEqual(['A1', 'A2', 'A3', 'A4']);
  await end('A1', texts[0] ?? late);
  await end('A2', texts[1] ?? late);
  await vi.waitFor(() => expect(started).toEqual(expect.arrayContaining(['B1', 'C1'])));
  expect(started.length).toBeLessThanOrEqual(7);
  await end('B1', late);
  await end('C1', latest);
});
