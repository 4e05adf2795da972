import { expect, it } from 'vitest';
import { backoffMs, createBackoff } from './backoff.ts';

const LIMITS = { firstMs: 100, maxMs: 500 };

it('waits twice as long after each attempt, up to the maximum, and starts again after a success', () => {
  const backoff = createBackoff(LIMITS, () => 1);
  expect([1, 2, 3, 4, 5].map(() => backoff.next())).toEqual([100, 200, 400, 500, 500]);
  backoff.reset();
  expect(backoff.next()).toBe(100);
});

it('takes off up to half of the wait at random', () => {
  expect(createBackoff(LIMITS, () => 0).next()).toBe(50);
  expect(createBackoff(LIMITS, () => 0.5).next()).toBe(75);
});

it('multiplies by a number within the given jitter', () => {
  const limits = { ...LIMITS, jitter: [0.75, 1.25] } as const;
  expect([0, 0.5, 1].map((chance) => backoffMs(2, limits, () => chance))).toEqual([300, 400, 500]);
});

it('stays at the maximum after any number of failures', () => {
  expect(backoffMs(5_000, LIMITS, () => 1)).toBe(500);
});
