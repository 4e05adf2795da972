import { describe, expect, it } from 'vitest';
import { parseRule } from './rule.ts';
import { runIdOf } from './run-id.ts';

const upTo = (end: number): string => Array.from({ length: end }, (_, item) => item).join(',');

const EACH_MINUTE = `FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)}`;
const HOURS_OF_A_MONTH = `FREQ=YEARLY;BYMONTH=9;BYDAY=MO;BYHOUR=${upTo(13)}`;

describe('a rule', () => {
  it.each([
    'FREQ=DAILY;BYHOUR=25',
    'FREQ=DAILY;BYMINUTE=60',
    'FREQ=DAILY;BYHOUR=',
    'FREQ=DAILY;FOO=1',
    'FREQ=SECONDLY',
    'FREQ=DAILY;BYSECOND=1,2',
    'BYDAY=MO',
    '',
    'FREQ=DAILY;',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=WEEKLY;BYDAY=MO,MO',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1.5',
    'FREQ=DAILY;COUNT=99999',
    'FREQ=DAILY;COUNT=3;UNTIL=20261201',
    'FREQ=DAILY;UNTIL=20261301',
    'FREQ=DAILY;UNTIL=20261201T000000Z',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=DAILY\nBYHOUR=1',
    'FREQ=DAILY;__PROTO__=1',
    `FREQ=YEARLY;BYDAY=MO;BYHOUR=${upTo(24)}`,
    `FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=${upTo(24)};BYMINUTE=${upTo(7)}`,
    `FREQ=WEEKLY;BYDAY=MO;BYHOUR=${upTo(24)};BYMINUTE=${upTo(30)}`,
  ])('%j is refused', (rrule) => {
    expect(() => parseRule(rrule)).toThrow();
  });

  it.each([
    ['freq=weekly;byday=mo,tu', 'FREQ=WEEKLY;BYDAY=MO,TU', null],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=-1', 'FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=-1', null],
    ['FREQ=MONTHLY;BYDAY=+1MO,-1FR', 'FREQ=MONTHLY;BYDAY=+1MO,-1FR', null],
    [EACH_MINUTE, EACH_MINUTE, null],
    [HOURS_OF_A_MONTH, HOURS_OF_A_MONTH, null],
    ['FREQ=DAILY;UNTIL=20261201', 'FREQ=DAILY', '2026-12-01T23:59:59'],
    ['FREQ=DAILY;UNTIL=20261201T080000', 'FREQ=DAILY', '2026-12-01T08:00:00'],
  ])('%j is accepted', (rrule, text, until) => {
    expect(parseRule(rrule)).toEqual({ text, until });
  });
});

describe('the id of a run', () => {
  it('follows from schedule, time and part', () => {
    const id = runIdOf(7, Date.UTC(2026, 10, 23, 8));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(runIdOf(7, Date.UTC(2026, 10, 23, 8))).toBe(id);
    const others = [
      runIdOf(8, Date.UTC(2026, 10, 23, 8)),
      runIdOf(7, Date.UTC(2026, 10, 23, 9)),
      runIdOf(7, Date.UTC(2026, 10, 23, 8), 1),
    ];
    expect(new Set([id, ...others]).size).toBe(4);
  });
});
