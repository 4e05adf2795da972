import { expect, it, vi } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

it('loads once for concurrent calls', async () => {
  const cache = createTtlCache<number>(60_000, 10);
  const load = vi.fn(() => Promise.resolve(1));
  expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1]);
  expect(await cache.get('a', load)).toBe(1);
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads again when an entry is stale', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const cache = createTtlCache<number>(1, 10);
  expect(await cache.get('a', () => Promise.resolve(1))).toBe(1);
  now.mockReturnValue(1_002);
  expect(await cache.get('a', () => Promise.resolve(2))).toBe(2);
  now.mockRestore();
});

it('does not cache a failure', async () => {
  const cache = createTtlCache<number>(60_000, 10);
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', () => Promise.resolve(1))).toBe(1);
});

it('holds at most maxEntries, and nothing after it was cleared', async () => {
  const cache = createTtlCache<number>(60_000, 2);
  const load = vi.fn(() => Promise.resolve(1));
  for (const key of ['a', 'b', 'c', 'b', 'c']) await cache.get(key, load);
  expect(load).toHaveBeenCalledTimes(3);
  await cache.get('a', load);
  expect(load).toHaveBeenCalledTimes(4);
  cache.clear();
  await cache.get('a', load);
  expect(load).toHaveBeenCalledTimes(5);
});
