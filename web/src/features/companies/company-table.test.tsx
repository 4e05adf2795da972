import { expect, it } from 'vitest';
import { tierOf } from './company-table.tsx';

it.each([
  [1, 0],
  [4, 0],
  [5, 1],
  [14, 1],
  [15, 2],
  [29, 2],
  [30, 3],
  [59, 3],
  [60, 4],
  [119, 4],
  [120, 5],
  [299, 5],
  [300, 6],
  [999, 6],
  [1_000, 7],
  [10_420, 7],
])('%i nested companies are of tier %i', (count, tier) => expect(tierOf(count)).toBe(tier));
