import { expect, it } from 'vitest';
import { createKey, createShortToken, hashKey, keyMatches, secretsEqual } from './keys.ts';

it('a key has 256 random bits', () => {
  const keys = new Set(Array.from({ length: 100 }, createKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
});

it('a short token has 12 letters and digits, none of which is mistaken for another', () => {
  const tokens = new Set(Array.from({ length: 100 }, createShortToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[a-km-np-z2-9]{12}$/);
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
