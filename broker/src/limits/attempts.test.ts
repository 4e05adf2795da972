import { expect, it } from 'vitest';
import { FailedAttempts } from './attempts.ts';

it('is exhausted for the rest of the window, and forgives after it or after a success', () => {
  const attempts = new FailedAttempts(2, 1_000);
  attempts.fail('a', 0);
  expect(attempts.exhausted('a', 1)).toBe(false);
  attempts.fail('a', 500);
  expect([attempts.exhausted('a', 999), attempts.exhausted('b', 999), attempts.exhausted('a', 1_000)]).toEqual([
    true,
    false,
    false,
  ]);
  attempts.fail('a', 1_001);
  attempts.fail('a', 1_002);
  attempts.succeed('a');
  expect(attempts.exhausted('a', 1_003)).toBe(false);
});

it('stays small under a flood of names', () => {
  const attempts = new FailedAttempts(1, 1_000);
  for (let at = 0; at <= 10_000; at++) attempts.fail(String(at), 0);
  expect([attempts.exhausted('0', 1), attempts.exhausted('10000', 1)]).toEqual([false, true]);
});
