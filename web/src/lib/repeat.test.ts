import { describe, expect, it } from 'vitest';
import { defaultRepeat, REPEAT_KINDS, repeatOf, ruleOf, type Repeat, checkRule } from './repeat.ts';

describe('how a schedule repeats', () => {
  /** A Monday, the fourth one of its month. */
  const START = '2026-11-23T08:00';

  describe('a recurrence', () => {
    it.each<[Repeat, string | null]>([
      [{ kind: 'once' }, null],
      [{ kind: 'daily', interval: 1 }, 'FREQ=DAILY'],
      [{ kind: 'daily', interval: 3 }, 'FREQ=DAILY;INTERVAL=3'],
      [{ kind: 'weekly', interval: 1, days: [1, 5] }, 'FREQ=WEEKLY;BYDAY=MO,FR'],
      [{ kind: 'weekly', interval: 2, days: [7] }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU'],
      [{ kind: 'monthly_day', interval: 1, day: 31 }, 'FREQ=MONTHLY;BYMONTHDAY=31'],
      [{ kind: 'monthly_weekday', interval: 1, nth: -1, day: 5 }, 'FREQ=MONTHLY;BYDAY=-1FR'],
      [{ kind: 'yearly', interval: 1 }, 'FREQ=YEARLY'],
      [{ kind: 'custom', text: 'FREQ=DAILY;COUNT=3' }, 'FREQ=DAILY;COUNT=3'],
    ])('%o is the rule %s, and the other way round', (repeat, rule) => {
      expect(ruleOf(repeat)).toBe(rule);
      expect(repeatOf(rule, START)).toEqual(repeat);
    });

    it.each([
      ['FREQ=HOURLY'],
      ['FREQ=WEEKLY;BYDAY=1MO'],
      ['FREQ=WEEKLY;BYDAY=XX'],
      ['FREQ=MONTHLY;BYDAY=MO'],
      ['FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['FREQ=MONTHLY;BYDAY=5MO'],
      ['FREQ=DAILY;INTERVAL=0'],
      ['FREQ=DAILY;BYHOUR=8,12'],
      ['FREQ=YEARLY;BYMONTH=2'],
    ])('%s is for experts', (rule) => expect(repeatOf(rule, START)).toEqual({ kind: 'custom', text: rule }));

    it('takes absent days from the first occurrence', () => {
      expect(repeatOf('FREQ=WEEKLY', START)).toEqual({ kind: 'weekly', interval: 1, days: [1] });
      expect(repeatOf('FREQ=MONTHLY', START)).toEqual({ kind: 'monthly_day', interval: 1, day: 23 });
    });

    it('begins with what fits the first occurrence', () => {
      expect(REPEAT_KINDS.map((kind) => ruleOf(defaultRepeat(kind, START, 'FREQ=HOURLY')))).toEqual([
        null,
        'FREQ=DAILY',
        'FREQ=WEEKLY;BYDAY=MO',
        'FREQ=MONTHLY;BYMONTHDAY=23',
        'FREQ=MONTHLY;BYDAY=4MO',
        'FREQ=YEARLY',
        'FREQ=HOURLY',
      ]);
      expect(ruleOf(defaultRepeat('monthly_weekday', '2026-11-30T08:00', null))).toBe('FREQ=MONTHLY;BYDAY=-1MO');
    });
  });
});

describe('the check of a typed rule', () => {
  it.each([
    'FREQ=WEEKLY;BYDAY=MO,TU,-1SU',
    'FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=8,12;BYMINUTE=0',
    'freq=daily;until=20261224',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=4',
  ])('accepts %s', (rule) => expect(checkRule(rule)).toBeNull());

  it.each([
    ['', 'empty', ''],
    ['FREQ', 'form', 'FREQ'],
    ['BYDAY=MO', 'frequency', 'FREQ'],
    ['FREQ=OFTEN', 'frequency', 'FREQ=OFTEN'],
    ['FREQ=DAILY;BYHOURS=8', 'unknown', 'BYHOURS'],
    ['FREQ=DAILY;BYHOUR=25', 'value', 'BYHOUR=25'],
    ['FREQ=DAILY;BYHOUR=-1', 'value', 'BYHOUR=-1'],
    ['FREQ=DAILY;INTERVAL=0', 'value', 'INTERVAL=0'],
    ['FREQ=WEEKLY;BYDAY=XX', 'value', 'BYDAY=XX'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'value', 'BYMONTHDAY=0'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'twice', 'FREQ'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20261224', 'until_count', 'UNTIL'],
    [`FREQ=DAILY;BYHOUR=${Array.from({ length: 200 }, () => '1').join(',')}`, 'too_long', '300'],
  ])('refuses %s: %s', (rule, problem, part) => expect(checkRule(rule)).toEqual({ problem, part }));
});
