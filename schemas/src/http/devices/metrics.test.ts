import { expect, it } from 'vitest';
import { uptimeHuman } from '../metrics/metrics.ts';

it.each([
  [0, '0s'],
  [59, '59s'],
  [60, '1m'],
  [3_661, '1h 1m'],
  [86_400, '1d'],
  [273_900, '3d 4h 5m'],
])('formats %d seconds as %s', (seconds, words) => {
  expect(uptimeHuman(seconds)).toBe(words);
});
