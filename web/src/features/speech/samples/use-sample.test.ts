import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSampleCache } from './use-sample.ts';

const revoked: string[] = [];
beforeEach(() => {
  revoked.length = 0;
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('keeps the samples that were played last, and revokes the others', () => {
  const cache = createSampleCache(2);
  cache.set('a', 'blob:a');
  cache.set('b', 'blob:b');
  expect(cache.get('a')).toBe('blob:a');
  cache.set('c', 'blob:c');
  expect(revoked).toEqual(['blob:b']);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['blob:a', undefined, 'blob:c']);
});

it('revokes replaced and removed samples once', () => {
  const cache = createSampleCache(2);
  cache.set('a', 'blob:1');
  cache.set('a', 'blob:2');
  cache.delete('a');
  cache.delete('a');
  expect(revoked).toEqual(['blob:1', 'blob:2']);
  expect(cache.get('a')).toBeUndefined();
  cache.set('b', 'blob:b');
  cache.set('c', 'blob:c');
  cache.clear();
  expect(revoked.slice(2)).toEqual(['blob:b', 'blob:c']);
  expect(cache.get('b')).toBeUndefined();
});
