import { describe, expect, it } from 'vitest';
import { isStorable } from './storable.ts';

const storable = (payload: string): boolean => isStorable(Buffer.from(payload), JSON.parse(payload));

describe('a text', () => {
  it('with NUL or half a surrogate pair is none that Postgres keeps', () => {
    for (const payload of [
      String.raw`"a\u0000b"`,
      String.raw`{"deep":["\ud83d"]}`,
      String.raw`"\uDE00"`,
      String.raw`"\\\u0000"`,
    ])
      expect(storable(payload), payload).toBe(false);
  });

  it('with whole pairs, other escapes or a backslash that only looks like one is fine', () => {
    for (const payload of [
      '"plain"',
      '"Привет 😀"',
      String.raw`"\ud83d\ude00 \u0416"`,
      String.raw`"C:\\u0000"`,
      'null',
    ])
      expect(storable(payload), payload).toBe(true);
  });
});
