import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const OPTIONS = { atOnce: 2, waitingMax: 10, waitingPerUser: 4, busyText: 'Busy' };

/** Works that end when they are told to, in the order in which they have started. */
function works() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<string> => {
    started.push(name);
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.set(name, () => resolve(name));
    return promise;
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

it('a user has one work at a time, and users take turns', async () => {
  const queue = createFairQueue(OPTIONS);
  const { started, work, end } = works();
  const a = ['a1', 'a2', 'a3'].map((name) => queue.add(1, work(name)));
  const b = queue.add(2, work('b1'));
  const c = queue.add(3, work('c1'));
  await Promise.resolve();
  expect(started).toEqual(['a1', 'b1']);
  end('a1');
  await a[0];
  await Promise.resolve();
  expect(started).toEqual(['a1', 'b1', 'c1']);
  end('b1');
  await b;
  await Promise.resolve();
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const name of ['a2', 'c1']) end(name);
  await Promise.all([a[1], c]);
  await Promise.resolve();
  end('a3');
  expect(await a[2]).toBe('a3');
});

it('more than the share of a user is refused, while others may wait', async () => {
  const queue = createFairQueue({ ...OPTIONS, atOnce: 1 });
  const { started, work, end } = works();
  const own = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => queue.add(1, work(name)));
  await expect(queue.add(1, work('a6'))).rejects.toMatchObject({ code: 'rate_limited', message: 'Busy' });
  const other = queue.add(2, work('b1'));
  end('a1');
  await own[0];
  await Promise.resolve();
  expect(started).toContain('b1');
  end('b1');
  expect(await other).toBe('b1');
});

it('goes on after a work that fails', async () => {
  const queue = createFairQueue({ ...OPTIONS, atOnce: 1 });
  await expect(queue.add(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.add(1, () => Promise.resolve('done'))).toBe('done');
});
