import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

const draw = (seed: string, count = 1_000): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, random.next);
};

test('the same seed gives the same sequence, a different seed a different one', () => {
  expect(draw('7')).toEqual(draw('7'));
  expect(draw('7')).not.toEqual(draw('8'));
});

test('a fork does not depend on what was drawn before it', () => {
  const drawn = createRandom('7');
  drawn.next();
  expect(drawn.fork('wifi').next()).toBe(createRandom('7').fork('wifi').next());
});

test('numbers are distributed uniformly over [0, 1)', () => {
  const numbers = draw('even', 20_000);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  for (let tenth = 0; tenth < 10; tenth++) {
    const inside = numbers.filter((number) => Math.floor(number * 10) === tenth).length;
    expect(inside).toBeGreaterThan(1_800);
    expect(inside).toBeLessThan(2_200);
  }
});

test('integers include both ends, and picking from an empty list throws', () => {
  const random = createRandom('whole');
  const seen = new Set(Array.from({ length: 200 }, () => random.integer(2, 4)));
  expect(seen).toEqual(new Set([2, 3, 4]));
  expect(() => random.pick([])).toThrow(RangeError);
});
