import { expect, it } from 'vitest';
import { clockProblem } from './clock.ts';

it.each([
  ['has no problem at 20 ms', 20, true, null],
  ['is off above 20 ms', 20.1, true, 'off'],
  ['is off behind as well', -35, true, 'off'],
  ['is unsynchronised, whatever the offset', 3, false, 'unsynchronised'],
  ['is unsynchronised without an offset', null, false, 'unsynchronised'],
  ['that is synchronised with an unknown offset has no problem', null, true, null],
  ['of which nothing is known has no problem', null, null, null],
  ['is off where only the offset is known', 35, null, 'off'],
] as const)('a clock %s', (_what, clock_offset_ms, clock_synchronised, problem) => {
  expect(clockProblem({ clock_offset_ms, clock_synchronised })).toBe(problem);
});
