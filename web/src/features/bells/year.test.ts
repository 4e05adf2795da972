import { expect, it } from 'vitest';
import { addMonths, monthOf, monthsOf, movedBy, rangeOf } from './year.ts';

const RANGE = { from: '2026-09-01', to: '2027-09-01' };

it('counts months over the end of a year', () => {
  expect([addMonths('2026-11-01', 2), addMonths('2026-01-01', -1), addMonths('2026-09-01', 12)]).toEqual([
    '2027-01-01',
    '2025-12-01',
    '2027-09-01',
  ]);
  expect(monthOf('2026-11-23')).toBe('2026-11-01');
});

it('divides twelve months into weeks from Monday on', () => {
  const days = new Map(
    ['2026-09-01', '2026-09-06', '2027-08-31'].map((date) => [
      date,
      { date, timetable_id: null, origin: 'none' as const, source_company_id: null },
    ]),
  );
  const months = monthsOf('2026-09-01', days);
  expect(months).toHaveLength(12);
  // 1 September 2026 is a Tuesday.
  expect(months[0]?.weeks[0]?.map((day) => day?.date)).toEqual([
    undefined,
    '2026-09-01',
    undefined,
    undefined,
    undefined,
    undefined,
    '2026-09-06',
  ]);
  expect(months.at(-1)?.weeks.at(-1)?.[1]?.date).toBe('2027-08-31');
});

it('moves by keys within the months', () => {
  const moved = (key: string, date = '2026-09-16') => movedBy(key, date, RANGE);
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map((key) => moved(key))).toEqual([
    '2026-09-15',
    '2026-09-17',
    '2026-09-09',
    '2026-09-23',
    '2026-09-14',
    '2026-09-20',
  ]);
  expect(moved('ArrowUp', '2026-09-02')).toBe('2026-09-01');
  expect(moved('PageDown', '2027-08-30')).toBe('2027-08-31');
  expect(moved('a')).toBeUndefined();
});

it('orders the ends of a range', () => {
  expect(rangeOf('2026-09-05', '2026-09-01')).toEqual({ from: '2026-09-01', to: '2026-09-05' });
});
