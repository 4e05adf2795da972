import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSampleCache } from './sample-cache.ts';

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
  cache.keep('a', 'blob:a');
  cache.keep('b', 'blob:b');
  expect(cache.take('a')).toBe('blob:a');
  cache.keep('c', 'blob:c');
  expect(revoked).toEqual(['blob:b']);
  expect([cache.take('a'), cache.take('b'), cache.take('c')]).toEqual(['blob:a', undefined, 'blob:c']);
});

it('revokes replaced and removed samples once', () => {
  const cache = createSampleCache(2);
  cache.keep('a', 'blob:1');
  cache.keep('a', 'blob:2');
  cache.forget('a');
  cache.forget('a');
  expect(revoked).toEqual(['blob:1', 'blob:2']);
  expect(cache.take('a')).toBeUndefined();
  cache.keep('b', 'blob:b');
  cache.keep('c', 'blob:c');
  cache.forgetAll();
  expect(revoked.slice(2)).toEqual(['blob:b', 'blob:c']);
  expect(cache.take('b')).toBeUndefined();
});
