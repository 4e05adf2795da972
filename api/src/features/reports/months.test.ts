import { expect, it } from 'vitest';
import { monthIn, toldAt } from './months.ts';

it('a month begins and ends at midnight of its zone, also where clocks change in it', () => {
  const { from, to } = monthIn('2026-10', 'Europe/Berlin');
  expect([new Date(from).toISOString(), new Date(to).toISOString()]).toEqual([
    '2026-09-30T22:00:00.000Z',
    '2026-10-31T23:00:00.000Z',
  ]);
  expect(new Date(monthIn('2026-12', 'UTC').to).toISOString()).toBe('2027-01-01T00:00:00.000Z');
});

it.each([
  ['2026-11-01T02:59:00Z', 'Europe/Moscow', null],
  ['2026-11-01T03:00:00Z', 'Europe/Moscow', '2026-10'],
  ['2026-10-31T23:00:00Z', 'Pacific/Auckland', '2026-10'],
  ['2026-11-03T12:00:00Z', 'UTC', '2026-10'],
  ['2026-11-04T12:00:00Z', 'UTC', null],
  ['2027-01-01T12:00:00Z', 'UTC', '2026-12'],
])('at %s people in %s are told of %s', (now, zone, month) => expect(toldAt(Date.parse(now), zone)).toBe(month));
