import { expect, it } from 'vitest';
import { rangeOf, stepOf } from './calendar-panel.tsx';

it.each([
  ['week', '2026-11-22', '2026-11-16', '2026-11-23'],
  ['week', '2026-11-23', '2026-11-23', '2026-11-30'],
  ['month', '2026-11-22', '2026-10-26', '2026-12-07'],
  ['month', '2027-02-28', '2027-02-01', '2027-03-15'],
  ['agenda', '2026-11-22', '2026-11-22', '2026-12-06'],
] as const)('the %s of %s is from %s until before %s', (view, date, from, to) =>
  expect(rangeOf(view, date)).toEqual({ from, to }),
);

it.each([
  ['week', '2026-11-22', 1, '2026-11-29'],
  ['week', '2026-11-02', -1, '2026-10-26'],
  ['month', '2026-12-31', 1, '2027-01-01'],
  ['month', '2027-01-31', -1, '2026-12-01'],
  ['agenda', '2026-11-22', -1, '2026-11-08'],
] as const)('the %s of %s goes by %i to %s', (view, date, step, next) => expect(stepOf(view, date, step)).toBe(next));
