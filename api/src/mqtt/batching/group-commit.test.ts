import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './commits.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a group commit', () => {
  it('writes concurrent calls in one group', async () => {
    const groups: number[][] = [];
    const double = createGroupCommit((items: readonly number[]) => {
      groups.push([...items]);
      return Promise.resolve(items.map((item) => item * 2));
    });
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  it.each([
    ['impossible values', Object.assign(new Error('poison'), { code: '22P05' })],
    ['values of which no statement can be built', new RangeError('Maximum call stack size exceeded')],
  ])('rejects only the call of an item with %s', async (_what, error) => {
    const write = createGroupCommit((items: readonly number[]) =>
      items.includes(2) ? Promise.reject(error) : Promise.resolve(items.map(String)),
    );
    const outcomes = await Promise.allSettled([1, 2, 3].map(write));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('rejects all calls at once when Postgres is unavailable', async () => {
    let calls = 0;
    const write = createGroupCommit((_items: readonly number[]) => {
      calls += 1;
      return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(write));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(calls).toBe(1);
    await expect(write(4)).rejects.toThrow('away');
  });

  it('collects calls while it writes, up to the maximum size', async () => {
    const groups: number[][] = [];
    const first = Promise.withResolvers<void>();
    const write = createGroupCommit(async (items: readonly number[]) => {
      groups.push([...items]);
      if (groups.length === 1) await first.promise;
      return items;
    }, 2);
    const asked = [write(1)];
    await nextTurn();
    asked.push(...[2, 3, 4].map(write));
    await nextTurn();
    expect(groups).toEqual([[1]]);
    first.resolve();
    expect(await Promise.all(asked)).toEqual([1, 2, 3, 4]);
    expect(groups).toEqual([[1], [2, 3], [4]]);
    expect(await write(5)).toBe(5);
  });

  it('writes a single item once, also when it fails', async () => {
    const groups: number[][] = [];
    const write = createGroupCommit((items: readonly number[]) => {
      groups.push([...items]);
      return Promise.reject(Object.assign(new Error('poison'), { code: '22P05' }));
    });
    await expect(write(1)).rejects.toThrow('poison');
    expect(groups).toEqual([[1]]);
  });
});
