import { describe, expect, it } from 'vitest';
import { nextRuns, type Recurrence } from './run-list.tsx';

const NONE: ReadonlySet<string> = new Set();
const weekdays = (change: Partial<Recurrence> = {}): Recurrence => ({
  starts_at: '2026-11-23T08:00',
  rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  exceptions: [],
  until_date: null,
  ...change,
});
const datesOf = (runs: string[]): string[] => runs.map((run) => run.slice(8, 10));

describe('the next runs', () => {
  it('are in wall-clock time, from a moment on, which counts itself', () => {
    expect(nextRuns(weekdays(), NONE, '2026-11-27T08:00', 3)).toEqual([
      '2026-11-27T08:00',
      '2026-11-30T08:00',
      '2026-12-01T08:00',
    ]);
    expect(nextRuns(weekdays(), NONE, '2026-11-27T08:01', 1)).toEqual(['2026-11-30T08:00']);
  });

  it('begin with the first occurrence', () =>
    expect(nextRuns(weekdays(), NONE, '2026-01-01T00:00', 1)).toEqual(['2026-11-23T08:00']));

  it('leave out exceptions and holidays, and end after the last date', () => {
    const rule = weekdays({ exceptions: ['2026-11-24'], until_date: '2026-11-27' });
    expect(datesOf(nextRuns(rule, new Set(['2026-11-26']), '2026-11-23T00:00', 10))).toEqual(['23', '25', '27']);
  });

  it('end with UNTIL, whose day is included', () => {
    const rule = weekdays({ rrule: 'FREQ=DAILY;UNTIL=20261125' });
    expect(datesOf(nextRuns(rule, NONE, '2026-11-23T00:00', 10))).toEqual(['23', '24', '25']);
  });

  it('of a single date are that date, until it is over', () => {
    const once = weekdays({ rrule: null });
    expect(nextRuns(once, NONE, '2026-11-23T08:00', 10)).toEqual(['2026-11-23T08:00']);
    expect(nextRuns(once, NONE, '2026-11-23T08:01', 10)).toEqual([]);
    expect(nextRuns({ ...once, exceptions: ['2026-11-23'] }, NONE, '2026-11-01T00:00', 10)).toEqual([]);
  });

  it('are at the same hour on both sides of a change of the clocks', () => {
    const nightly = weekdays({ starts_at: '2027-03-27T02:30', rrule: 'FREQ=DAILY' });
    expect(nextRuns(nightly, NONE, '2027-03-27T00:00', 3)).toEqual([
      '2027-03-27T02:30',
      '2027-03-28T02:30',
      '2027-03-29T02:30',
    ]);
  });

  it('find leap days, the last Friday and several times a day', () => {
    const leap = weekdays({ starts_at: '2028-02-29T09:00', rrule: 'FREQ=YEARLY' });
    expect(nextRuns(leap, NONE, '2028-03-01T00:00', 1)).toEqual(['2032-02-29T09:00']);
    const friday = weekdays({ rrule: 'FREQ=MONTHLY;BYDAY=-1FR' });
    expect(nextRuns(friday, NONE, '2026-11-28T00:00', 2)).toEqual(['2026-12-25T08:00', '2027-01-29T08:00']);
    const often = weekdays({ rrule: 'FREQ=DAILY;BYHOUR=8,12;BYMINUTE=0,30' });
    expect(nextRuns(often, NONE, '2026-11-23T08:30', 3)).toEqual([
      '2026-11-23T08:30',
      '2026-11-23T12:00',
      '2026-11-23T12:30',
    ]);
  });

  it('end where every occurrence is left out', () => {
    const mondays = weekdays({ rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=2', exceptions: ['2026-11-23', '2026-11-30'] });
    expect(nextRuns(mondays, NONE, '2026-11-01T00:00', 10)).toEqual([]);
  });
});
