import { expect, test } from 'vitest';
import { CacheIndex } from './cache-index.ts';

const index = (...files: [string, number][]) => {
  const cached = new Map(files);
  return { cached, index: new CacheIndex(cached, 100) };
};

test('evicts what nothing needs first, the least recently used before others', () => {
  const { cached, index: cache } = index(['bell', 40], ['old', 30], ['recent', 30]);
  cache.setNeeded(['bell'], 0);
  expect(cache.touch('old')).toBe(true);
  expect(cache.add('new', 20)).toEqual(['recent']);
  expect([...cached.keys()]).toEqual(['bell', 'old', 'new']);
});

test('evicts the latest runs of the programme for earlier ones, but not the other way round', () => {
  const { index: cache } = index(['monday', 50], ['friday', 50]);
  cache.setNeeded(['sunday', 'monday', 'friday', 'saturday'], 0);
  expect(cache.add('saturday', 10)).toBeNull();
  expect(cache.add('sunday', 50)).toEqual(['friday']);
});

test('an announcement of this moment replaces everything but emergencies', () => {
  const { index: cache } = index(['fire', 60], ['monday', 40]);
  cache.setNeeded(['fire', 'monday'], 1);
  expect(cache.add('say', 41)).toBeNull();
  expect(cache.add('say', 40)).toEqual(['monday']);
  expect(cache.add('more', 40)).toEqual(['say']);
});

test('a file that is larger than the quota has no room, and evicts nothing', () => {
  const { cached, index: cache } = index(['a', 50]);
  expect(cache.add('huge', 101)).toBeNull();
  expect([...cached.keys()]).toEqual(['a']);
});

test('an emptied cache has room again', () => {
  const { index: cache } = index(['a', 50], ['b', 50]);
  expect(cache.clear()).toEqual({ bytes: 100, files: 2 });
  expect(cache.touch('a')).toBe(false);
  expect(cache.add('c', 100)).toEqual([]);
});
