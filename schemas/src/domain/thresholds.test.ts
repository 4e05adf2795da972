import { expect, it } from 'vitest';
import { isHigh } from './thresholds.ts';

it.each([
  { figure: 'cpu', limit: 80 },
  { figure: 'memory', limit: 90 },
  { figure: 'disk', limit: 85 },
  { figure: 'temperature', limit: 75 },
] as const)('warns of $figure above $limit, not at it', ({ figure, limit }) => {
  expect(isHigh[figure](limit)).toBe(false);
  expect(isHigh[figure](limit + 0.1)).toBe(true);
});
