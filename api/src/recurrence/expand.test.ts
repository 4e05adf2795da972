import { describe, expect, it } from 'vitest';
import { BudgetError, spend, checkRecurrence, nextOccurrence, occurrencesBetween, type Recurrence } from './expand.ts';
import { DAY_MS, localText, toInstant, toLocalMs } from './local-time.ts';

const recurrence = (starts_at: string, rrule: string | null, overrides: Partial<Recurrence> = {}): Recurrence => ({
  starts_at,
  rrule,
  exceptions: [],
  until_date: null,
  holidays: new Set(),
  ...overrides,
});

const plenty = () => spend({ occurrences: 1_000_000, ms: 60_000 });
const between = (rule: Recurrence, from: string, to: string): string[] =>
  occurrencesBetween(rule, toLocalMs(from), toLocalMs(to), { spending: plenty() }).map((at) =>
    localText(at).slice(0, 16),
  );

describe('the occurrences of a schedule', () => {
  it('happen once without a rule', () => {
    const once = recurrence('2026-11-23T08:00', null);
    expect(between(once, '2026-11-23', '2026-11-24')).toEqual(['2026-11-23T08:00']);
    expect(between(once, '2026-11-24', '2026-11-25')).toEqual([]);
  });

  it('follow the rule from the first one on', () => {
    const bells = recurrence('2026-11-24T08:00', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR');
    expect(between(bells, '2026-11-20', '2026-12-01')).toEqual([
      '2026-11-24T08:00',
      '2026-11-25T08:00',
      '2026-11-26T08:00',
      '2026-11-27T08:00',
      '2026-11-30T08:00',
    ]);
  });

  it('include the beginning of a range and exclude its end', () => {
    const daily = recurrence('2026-01-01T08:00', 'FREQ=DAILY');
    expect(between(daily, '2026-11-23T08:00', '2026-11-25T08:00')).toEqual(['2026-11-23T08:00', '2026-11-24T08:00']);
  });

  it('skip exceptions, holidays and everything after the last date', () => {
    const daily = recurrence('2026-12-23T07:30', 'FREQ=DAILY', {
      exceptions: ['2026-12-24'],
      holidays: new Set(['2026-12-25', '2026-12-26']),
      until_date: '2026-12-28',
    });
    expect(between(daily, '2026-12-01', '2027-01-10')).toEqual([
      '2026-12-23T07:30',
      '2026-12-27T07:30',
      '2026-12-28T07:30',
    ]);
  });

  it('end with UNTIL as a local date, whose whole day counts, or a local time', () => {
    expect(
      between(recurrence('2026-11-23T20:00', 'FREQ=DAILY;UNTIL=20261125'), '2026-11-01', '2026-12-30'),
    ).toHaveLength(3);
    const time = recurrence('2026-11-23T20:00', 'FREQ=DAILY;UNTIL=20261125T195959');
    expect(between(time, '2026-11-01', '2026-12-30')).toHaveLength(2);
  });

  it('count COUNT from the first one, not from the range', () => {
    const three = recurrence('2026-11-23T20:00', 'FREQ=DAILY;COUNT=3');
    expect(between(three, '2026-11-25', '2026-12-30')).toEqual(['2026-11-25T20:00']);
  });

  it('know leap days and ends of months', () => {
    const leap = recurrence('2024-02-29T12:00', 'FREQ=YEARLY');
    expect(between(leap, '2025-01-01', '2033-01-01')).toEqual(['2028-02-29T12:00', '2032-02-29T12:00']);
    const last = recurrence('2027-01-31T12:00', 'FREQ=MONTHLY;BYMONTHDAY=-1');
    expect(between(last, '2027-01-01', '2027-05-01')).toEqual([
      '2027-01-31T12:00',
      '2027-02-28T12:00',
      '2027-03-31T12:00',
      '2027-04-30T12:00',
    ]);
    const friday = recurrence('2026-01-01T12:00', 'FREQ=MONTHLY;BYDAY=-1FR');
    expect(between(friday, '2026-11-01', '2027-01-01')).toEqual(['2026-11-27T12:00', '2026-12-25T12:00']);
  });

  it('may happen each minute of a week', () => {
    const minutely = recurrence('2020-01-01T00:00', 'FREQ=MINUTELY');
    expect(between(minutely, '2026-11-23', '2026-11-30')).toHaveLength(7 * 24 * 60);
  });

  it('may happen each minute of a month, of which the first ones suffice', () => {
    const minutely = recurrence('2020-01-01T00:00', 'FREQ=MINUTELY', { exceptions: ['2026-11-01'] });
    expect(between(minutely, '2026-11-01', '2026-12-13')).toHaveLength(41 * 24 * 60);
    const first = occurrencesBetween(minutely, toLocalMs('2026-11-01'), toLocalMs('2026-12-13'), {
      spending: plenty(),
      max: 1_000,
    });
    expect(first.length).toBeLessThan(4_000);
    expect(localText(first[0] ?? 0)).toBe('2026-11-02T00:00:00');
  });

  it('are found quickly long after the first one', () => {
    const begun = process.cpuUsage();
    for (let n = 0; n < 200; n += 1)
      between(recurrence('2001-01-01T08:15', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'), '2026-11-23', '2026-11-30');
    // Of the processor: the machine may pause the test.
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

describe('the budget of an expansion', () => {
  const minutely = recurrence('2026-11-01T00:00', 'FREQ=MINUTELY');
  const [from, to] = [toLocalMs('2026-11-01'), toLocalMs('2026-11-11')];

  it('ends it at too many occurrences, also those of several rules together', () => {
    const spending = spend({ occurrences: 20_000, ms: 60_000 });
    expect(occurrencesBetween(minutely, from, to, { spending })).toHaveLength(14_400);
    expect(() => occurrencesBetween(minutely, from, to, { spending })).toThrow(BudgetError);
  });

  it('ends it when it has worked for too long', () => {
    const spending = spend({ occurrences: 1_000_000, ms: 0 });
    expect(() => occurrencesBetween(minutely, from, to, { spending })).toThrow('more than 0 ms');
    expect(() => nextOccurrence(minutely, from, spend({ occurrences: 1_000_000, ms: 0 }))).toThrow(BudgetError);
  });
});

describe('the next occurrence', () => {
  it('passes over exceptions', () => {
    const daily = recurrence('2026-11-23T08:00', 'FREQ=DAILY', { exceptions: ['2026-11-24', '2026-11-25'] });
    const next = nextOccurrence(daily, toLocalMs('2026-11-23T08:01'), plenty());
    expect(next && localText(next)).toBe('2026-11-26T08:00:00');
    expect(nextOccurrence(daily, toLocalMs('2026-11-23T08:00'), plenty())).toBe(toLocalMs('2026-11-23T08:00'));
  });

  it('passes over days with very many', () => {
    const minutely = recurrence('2026-11-23T00:00', 'FREQ=MINUTELY', { exceptions: ['2026-11-24', '2026-11-25'] });
    expect(nextOccurrence(minutely, toLocalMs('2026-11-24'), plenty())).toBe(toLocalMs('2026-11-26'));
  });

  it('does not exist after the end', () => {
    const once = recurrence('2026-11-23T08:00', null);
    expect(nextOccurrence(once, toLocalMs('2026-11-23T08:01'), plenty())).toBeNull();
    const ended = recurrence('2026-11-23T08:00', 'FREQ=DAILY', { until_date: '2026-11-30' });
    expect(nextOccurrence(ended, toLocalMs('2026-12-01'), plenty())).toBeNull();
  });
});

describe('a recurrence', () => {
  it.each([
    ['an impossible date', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    ['a fifth Friday that is the first of the month', 'FREQ=MONTHLY;BYDAY=5FR;BYMONTHDAY=1'],
    ['an end before its first time', 'FREQ=DAILY;UNTIL=20261122'],
    ['days in thousands of years', 'FREQ=DAILY;INTERVAL=997;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'],
  ])('is refused with %s', (_, rrule) => {
    expect(() => checkRecurrence({ starts_at: '2026-11-23T08:00', rrule })).toThrow();
  });

  it('is refused for a first date that does not exist', () => {
    expect(() => checkRecurrence({ starts_at: '2026-13-01T08:00', rrule: null })).toThrow('does not exist');
  });
});

describe('a wall-clock time', () => {
  it.each([
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ])('%s in the spring gap of %s is shifted by the gap', (local, zone, instant) => {
    expect(new Date(toInstant(toLocalMs(local), zone)).toISOString()).toBe(instant);
  });

  it.each([
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])('%s, which happens twice in %s, is the first', (local, zone, instant) => {
    expect(new Date(toInstant(toLocalMs(local), zone)).toISOString()).toBe(instant);
  });

  it('may be in a zone that is an offset', () => {
    expect(new Date(toInstant(toLocalMs('2026-07-01T08:00'), '+05:30')).toISOString()).toBe('2026-07-01T02:30:00.000Z');
  });

  it('makes each daily bell ring once a day through both changes of the year', () => {
    const bell = recurrence('2026-01-01T02:30', 'FREQ=DAILY');
    const times = occurrencesBetween(bell, toLocalMs('2026-01-01'), toLocalMs('2027-01-01'), { spending: plenty() });
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
      const instants = times.map((at) => toInstant(at, zone));
      expect(new Set(instants).size).toBe(365);
      for (const [index, instant] of instants.entries())
        if (index > 0) expect(Math.abs(instant - (instants[index - 1] ?? 0) - DAY_MS)).toBeLessThanOrEqual(DAY_MS / 24);
    }
  });
});
