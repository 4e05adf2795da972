import { expect, it } from 'vitest';
import { retryAfter } from './send-queued.ts';

const middle = () => 0.5;

it('doubles the delay after each attempt, up to five minutes', () => {
  const waits = Array.from({ length: 10 }, (_, index) => retryAfter(index + 1, 0, middle));
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
  expect(retryAfter(1_000, 0, middle)).toBe(300);
});

it('adds jitter', () => {
  expect(retryAfter(3, 0, () => 0)).toBe(3);
  expect(retryAfter(3, 0, () => 1)).toBe(5);
});

it('ends after two days', () => {
  expect(retryAfter(500, 48 * 3_600_000 + 1)).toBeNull();
});
