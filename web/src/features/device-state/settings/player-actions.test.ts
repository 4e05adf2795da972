import { expect, it } from 'vitest';
import { createToastFilter } from './player-actions.ts';

it('suppresses the same text and type for 5 s, and no others', () => {
  const filter = createToastFilter();
  expect(filter.admit('error', 'Music: failed', 0)).toBe(true);
  expect(filter.admit('error', 'Music: failed', 4_999)).toBe(false);
  expect(filter.admit('success', 'Music: failed', 100)).toBe(true);
  expect(filter.admit('error', 'Radio: failed', 100)).toBe(true);
  expect(filter.admit('error', 'Music: failed', 5_000)).toBe(true);
});

it('forgets records that are older than 10 s', () => {
  const filter = createToastFilter();
  filter.admit('error', 'old', 0);
  filter.admit('error', 'new', 1);
  filter.prune(10_001);
  expect(filter.size()).toBe(1);
});
