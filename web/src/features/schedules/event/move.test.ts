import { describe, expect, it } from 'vitest';
import { moveAll, withoutDate } from './move.ts';

const schedule = (rrule: string | null) => ({
  starts_at: '2026-11-23T08:00',
  rrule,
  exceptions: ['2026-11-25'],
  until_date: '2026-12-18',
  duration_minutes: null,
});
const move = (from: string, to: string, duration_minutes: number | null = null) => ({ from, to, duration_minutes });

describe('moving all occurrences', () => {
  it('to another time of the same day changes the first one only', () =>
    expect(moveAll(schedule('FREQ=WEEKLY;BYDAY=MO,WE'), move('2026-12-02T08:00', '2026-12-02T09:30'))).toEqual({
      starts_at: '2026-11-23T09:30',
    }));

  it('to another day changes the weekdays, the exceptions and the last date', () =>
    expect(moveAll(schedule('FREQ=WEEKLY;BYDAY=MO,SU'), move('2026-12-07T08:00', '2026-12-08T08:00'))).toEqual({
      starts_at: '2026-11-24T08:00',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TU',
      exceptions: ['2026-11-26'],
      until_date: '2026-12-19',
    }));

  it('backwards over the beginning of the week', () =>
    expect(moveAll(schedule('FREQ=WEEKLY;BYDAY=MO'), move('2026-12-07T08:00', '2026-12-06T07:00'))).toMatchObject({
      starts_at: '2026-11-22T07:00',
      rrule: 'FREQ=WEEKLY;BYDAY=SU',
    }));

  it.each([
    ['FREQ=MONTHLY;BYMONTHDAY=23', 'FREQ=MONTHLY;BYMONTHDAY=25'],
    ['FREQ=DAILY;UNTIL=20261231', 'FREQ=DAILY;UNTIL=20270102'],
  ])('moves %s to %s', (rule, moved) =>
    expect(moveAll(schedule(rule), move('2026-11-23T08:00', '2026-11-25T08:00'))?.rrule).toBe(moved),
  );

  it.each([
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-24T08:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=27', '2026-11-25T08:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-24T08:00'],
    ['FREQ=YEARLY;BYMONTH=11', '2026-11-24T08:00'],
    ['FREQ=DAILY;BYHOUR=8,12', '2026-11-23T09:00'],
  ])('is not possible for %s to %s', (rule, to) =>
    expect(moveAll(schedule(rule), move('2026-11-23T08:00', to))).toBeNull(),
  );

  it('keeps another duration', () =>
    expect(moveAll(schedule(null), move('2026-11-23T08:00', '2026-11-23T08:00', 45))).toEqual({
      starts_at: '2026-11-23T08:00',
      duration_minutes: 45,
    }));
});

it('one occurrence that moves becomes an exception, once', () => {
  expect(withoutDate(['2026-11-25'], '2026-11-23T08:00')).toEqual(['2026-11-23', '2026-11-25']);
  expect(withoutDate(['2026-11-25'], '2026-11-25T08:00')).toEqual(['2026-11-25']);
});
