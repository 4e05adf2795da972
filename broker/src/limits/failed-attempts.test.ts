import { expect, it } from 'vitest';
import { FailedAttempts } from './failed-attempts.ts';

const LIMIT = 2;
const start = (): FailedAttempts => new FailedAttempts(LIMIT, 1_000);

function fail(attempts: FailedAttempts, key: string, now: number): string {
  const begun = attempts.begin(key, now);
  if (begun === 'begun') attempts.end(key, 'failure', now);
  return begun;
}
function probe(attempts: FailedAttempts, key: string, now: number): string {
  const begun = attempts.begin(key, now);
  if (begun === 'begun') attempts.end(key, 'none', now);
  return begun;
}

it('is exhausted for the rest of the window, for this key only', () => {
  const attempts = start();
  expect(fail(attempts, 'a', 0)).toBe('begun');
  expect(fail(attempts, 'a', 500)).toBe('begun');
  expect([probe(attempts, 'a', 999), probe(attempts, 'b', 999)]).toEqual(['exhausted', 'begun']);
});

it('begins a new window when the last is over, with one failure and the full time', () => {
  const attempts = start();
  fail(attempts, 'a', 0);
  fail(attempts, 'a', 500);
  expect(probe(attempts, 'a', 1_000)).toBe('begun');
  fail(attempts, 'a', 1_000);
  expect(probe(attempts, 'a', 1_500)).toBe('begun');
  fail(attempts, 'a', 1_500);
  expect([probe(attempts, 'a', 1_999), probe(attempts, 'a', 2_000)]).toEqual(['exhausted', 'begun']);
});

it('clears the earlier failures after a success', () => {
  const attempts = start();
  fail(attempts, 'a', 0);
  attempts.begin('a', 1);
  attempts.end('a', 'success', 1);
  fail(attempts, 'a', 2);
  expect(probe(attempts, 'a', 3)).toBe('begun');
});

it('counts attempts in progress, and releases those without an outcome', () => {
  const attempts = start();
  expect([attempts.begin('a', 0), attempts.begin('a', 0), attempts.begin('a', 0)]).toEqual(['begun', 'begun', 'busy']);
  attempts.end('a', 'none', 0);
  expect(attempts.begin('a', 0)).toBe('begun');
  attempts.end('a', 'failure', 0);
  expect(attempts.begin('a', 0)).toBe('busy');
  attempts.end('a', 'failure', 0);
  expect(attempts.begin('a', 0)).toBe('exhausted');
});

it('keeps a bounded number of keys', () => {
  const attempts = start();
  for (let at = 0; at <= 10_000; at++) {
    fail(attempts, String(at), 0);
    fail(attempts, String(at), 0);
  }
  expect([probe(attempts, '0', 1), probe(attempts, '10000', 1)]).toEqual(['begun', 'exhausted']);
});

it('removes the oldest window when there are too many', () => {
  const attempts = start();
  const block = (key: string, now: number) => [fail(attempts, key, now), fail(attempts, key, now)];
  block('early', 0);
  block('other', 0);
  // Its first window is over: it begins a new one, which is now the latest.
  block('early', 1_000);
  for (let at = 0; at < 9_999; at++) block(String(at), 1_000);
  expect(['early', 'other', '0'].map((key) => probe(attempts, key, 1_001))).toEqual([
    'exhausted',
    'begun',
    'exhausted',
  ]);
});

it('ignores the end of an attempt that was not begun', () => {
  const attempts = start();
  attempts.end('a', 'none', 0);
  expect([attempts.begin('a', 0), attempts.begin('a', 0), attempts.begin('a', 0)]).toEqual(['begun', 'begun', 'busy']);
});

it('refuses a key past the limit but for two tries a second, until the window is over', () => {
  const attempts = new FailedAttempts(LIMIT, 10_000);
  const refused = (...instants: number[]): boolean[] => instants.map((now) => attempts.refuses('a', now));
  expect(refused(0)).toEqual([false]);
  fail(attempts, 'a', 0);
  expect(refused(1, 2)).toEqual([false, false]);
  fail(attempts, 'a', 100);
  expect(refused(100, 599, 600, 601)).toEqual([true, true, false, true]);
  // The try was wrong as well, which is no reason to wait longer.
  attempts.fail('a', 650);
  expect(refused(1_099, 1_100, 1_101)).toEqual([true, false, true]);
  expect(refused(9_999, 9_999, 10_000, 10_000)).toEqual([false, true, false, false]);
});

it('refuses at once where one failure is the limit', () => {
  const attempts = new FailedAttempts(1, 10_000);
  attempts.fail('a', 0);
  expect([attempts.refuses('a', 499), attempts.refuses('a', 500), attempts.refuses('b', 0)]).toEqual([
    true,
    false,
    false,
  ]);
});
