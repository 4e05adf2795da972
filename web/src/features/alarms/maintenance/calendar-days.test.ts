import type { MaintenanceSpan } from '@belfry/schemas/http/alarms/maintenance';
import { expect, it } from 'vitest';
import { CALENDAR_DAYS, daysOf, SPANS_SHOWN } from './calendar-days.ts';

const NOW = Date.parse('2026-11-27T09:00:00.000Z');
const aSpan = (override: Partial<MaintenanceSpan>): MaintenanceSpan => ({
  cause: 'window',
  window_id: 1,
  name: 'Network',
  company_id: 1,
  starts_at: '2026-11-27T21:00:00.000Z',
  ends_at: '2026-11-29T00:00:00.000Z',
  ...override,
});

it('has a span on each of its days, by the clock of the reader', () => {
  const days = daysOf([aSpan({})], NOW, 'Europe/Riga');
  expect(days).toHaveLength(CALENDAR_DAYS);
  expect(days.slice(0, 4).map(({ date, parts }) => [date, parts.map(({ from, to }) => [from, to])])).toEqual([
    ['2026-11-27', [['23:00', null]]],
    ['2026-11-28', [[null, null]]],
    ['2026-11-29', [[null, '02:00']]],
    ['2026-11-30', []],
  ]);
});

it('ends at midnight on the day before', () => {
  const days = daysOf([aSpan({ ends_at: '2026-11-28T00:00:00.000Z' })], NOW, 'UTC');
  expect(days.map(({ parts }) => parts.length).slice(0, 2)).toEqual([1, 0]);
});

it('has what ends when it is done today, and counts what is too much for a day', () => {
  const run = aSpan({ cause: 'run', starts_at: '2026-11-26T00:00:00.000Z', ends_at: null });
  const days = daysOf(
    Array.from({ length: SPANS_SHOWN + 3 }, () => run),
    NOW,
    'UTC',
  );
  expect(days[0]?.parts).toHaveLength(SPANS_SHOWN);
  expect(days[0]?.more).toBe(3);
  expect(days[1]?.parts).toHaveLength(0);
});
