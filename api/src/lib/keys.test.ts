import { expect, it } from 'vitest';
import { createKey, hashKey, keyMatches, secretsEqual } from './keys.ts';

it('a key has 256 random bits', () => {
  const keys = new Set(Array.from({ length: 100 }, createKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
});

it('a key matches only its own hash', () => {
  const key = createKey();
  expect(keyMatches(key, hashKey(key))).toBe(true);
  expect(keyMatches(`${key} `, hashKey(key))).toBe(false);
  expect(keyMatches(key, Buffer.alloc(0))).toBe(false);
});

it('secrets of different length are unequal, not an error', () => {
  expect(secretsEqual('a', 'a')).toBe(true);
  expect(secretsEqual('a', 'aa')).toBe(false);
});
