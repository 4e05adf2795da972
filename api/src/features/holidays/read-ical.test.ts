import { describe, expect, it } from 'vitest';
import { readCalendar } from './read-ical.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const ZONE = 'Europe/Berlin';
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'UID:1@test', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...parts: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...parts, 'END:VCALENDAR', ''].join('\r\n');
const read = (text: string, zone = ZONE) => readCalendar({ text, now: NOW, zone });
const dates = (text: string, zone = ZONE): string => {
  const { days, unread } = read(text, zone);
  expect(unread).toEqual([]);
  return days.map(({ date }) => date.replace('2027-', '')).join(' ');
};
const unnamed = (reason: string, name = 'X') => [{ name, line: expect.any(Number), reason }];

describe('an iCalendar file of holidays', () => {
  it('has the dates of its all-day events, whose end is exclusive', () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Christmas'),
      event('DTSTART;VALUE=DATE:20260618', 'SUMMARY:Līgo'),
    );
    expect(read(text)).toEqual({
      days: [
        { date: '2026-06-18', name: 'Līgo' },
        { date: '2026-12-25', name: 'Christmas' },
        { date: '2026-12-26', name: 'Christmas' },
      ],
      unread: [],
      utc_zone: null,
    });
  });

  it('has each year of an event that recurs', () => {
    const { days } = read(calendar(event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=YEARLY', 'SUMMARY:New Year')));
    expect(days.map(({ date }) => date)).toEqual(expect.arrayContaining(['2026-01-01', '2027-01-01', '2030-01-01']));
    expect(days.every(({ date }) => date.endsWith('-01-01'))).toBe(true);
  });

  it('keeps the other events where one is malformed, and names it with its line and reason', () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas'),
      event('DTSTART;VALUE=DATE:2026XX25', 'SUMMARY:Broken'),
    );
    const { days, unread } = read(text);
    expect(days).toEqual([{ date: '2026-12-25', name: 'Christmas' }]);
    expect(unread).toEqual([{ name: 'Broken', line: 10, reason: 'start' }]);
  });

  it.each(['', 'hello', '\u0000'.repeat(100)])('%j has none', (text) => {
    expect(read(text)).toEqual({ days: [], unread: [], utc_zone: null });
  });

  const daily = event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;COUNT=300', 'SUMMARY:Daily');
  it.each([
    ['events', 'more than 5000 events', calendar(...Array<string>(5_001).fill(event('DTSTART;VALUE=DATE:20261225')))],
    ['days', 'more than 1000 days', calendar(event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY'))],
    ['events that recur', 'too long', calendar(...Array<string>(5_000).fill(daily))],
  ])('is refused in bounded time with too many %s', (_what, reason, text) => {
    expect(() => read(text)).toThrow(reason);
  });

  it('is read in one pass, however many of its events are not closed', () => {
    const opened = 'BEGIN:VEVENT\r\n'.repeat(4_000);
    expect(read(`${opened}${event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas')}`).days).toHaveLength(1);
  });
});

const DATED = ['BEGIN:VTIMEZONE', 'TZID:Office'];
/** Five hours ahead of UTC, and six from 28 March 2027 on. */
const OFFICE = [
  ...DATED,
  'BEGIN:STANDARD',
  'DTSTART:20000101T000000',
  'TZOFFSETFROM:+0500',
  'TZOFFSETTO:+0500',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20270328T020000',
  'TZOFFSETFROM:+05:00',
  'TZOFFSETTO:+06:00',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n');

describe('a date in a calendar', () => {
  it.each<[what: string, lines: string[], days: string]>([
    ['as a date without its type', ['DTSTART:20270501'], '05-01'],
    ['as ISO 8601 writes it', ['DTSTART:2027-05-01', 'DTEND:2027-05-03'], '05-01 05-02'],
    ['as a date with a time', ['DTSTART;VALUE=DATE:20270501T000000'], '05-01'],
    ['without seconds', ['DTSTART:20270501T0800', 'DTEND:20270501T2400'], '05-01'],
    ['until the last second of a day', ['DTSTART;VALUE=DATE:20270501', 'DTEND:20270502T235959'], '05-01 05-02'],
    ['with a duration of days', ['DTSTART;VALUE=DATE:20270501', 'DURATION:P2D'], '05-01 05-02'],
    ['with a duration of hours', ['DTSTART:20270501T200000', 'DURATION:PT8H'], '05-01 05-02'],
    ['with a clock of an offset', ['DTSTART:20270501T230000+0200', 'DTEND:20270502T010000+02:00'], '05-01 05-02'],
    ['of a zone with a colon', ['DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20270501T000000'], '05-01'],
    ['as an instant of a zone', ['DTSTART;TZID=Asia/Tokyo:20270501T160000Z'], '05-02'],
    ['with other blanks and capitals', ['DtStart ; Value = Date : 20270501 '], '05-01'],
    ['with an alarm that has times', ['DTSTART:20270501', 'BEGIN:VALARM', 'DTSTART:20270601', 'END:VALARM'], '05-01'],
    ['of a whole day in UTC by its flag', ['DTSTART:20270501T040000Z', 'X-FUNAMBOL-ALLDAY:1'], '05-01'],
  ])('is read %s', (_what, lines, days) => {
    expect(dates(calendar(event(...lines)))).toBe(days);
  });

  it('of an instant is that of the zone of the calendar, otherwise of the places', () => {
    const instant = event('DTSTART:20270114T230000Z', 'DTEND:20270115T223000Z');
    expect(dates(calendar(instant))).toBe('01-15');
    expect(dates(calendar(instant), 'America/New_York')).toBe('01-14 01-15');
    expect(dates(calendar('X-WR-TIMEZONE:Europe/Berlin', instant), 'America/New_York')).toBe('01-15');
    expect(dates(calendar('X-WR-TIMEZONE:UTC', instant))).toBe('01-15');
    expect(read(calendar('X-WR-TIMEZONE:Asia/Tokyo', instant)).utc_zone).toBe('Asia/Tokyo');
  });

  it.each([
    ['from its first column on', 'BEGIN:VEVENT\nDTSTART:20270501\nSUMMARY:A\nEND:VEVENT'],
    ['indented', '  BEGIN:VEVENT\n  DTSTART:20270501\n  SUMMARY:A\n  END:VEVENT'],
    ['with empty lines', 'BEGIN:VEVENT\r\r\nDTSTART:2027\r\r\n 0501\r\r\nSUMMARY:A\r\r\nEND:VEVENT'],
    ['with old line ends', 'BEGIN:VEVENT\rDTSTART:20270501\rSUMMARY:A\rEND:VEVENT'],
    ['folded within names', 'BEGIN:VEV\r\n ENT\r\nDTST\r\n\tART:20270501\r\nSUMMARY:A\r\nEND:VEVENT'],
    ['quoted for mail', 'BEGIN:VEVENT\nDTSTART:20270501\nSUMMARY;ENCODING=QUOTED-PRINTABLE:=\n=41\nEND:VEVENT'],
  ])('is read from a file that is written %s', (_how, text) => {
    expect(read(text)).toMatchObject({ days: [{ date: '2027-05-01', name: 'A' }], unread: [] });
  });
});

describe('a series in a calendar', () => {
  it.each<[what: string, lines: string[], days: string]>([
    [
      'excepts a date of a clock without a zone, see tutao/tutanota#5318',
      ['DTSTART;VALUE=DATE:20270301', 'RRULE:FREQ=DAILY;UNTIL=20270303T230000Z', 'EXDATE:20270302T000000'],
      '03-01 03-03 03-04',
    ],
    [
      'excepts instants, see UniTime/unitime#5',
      [
        'DTSTART;TZID=Europe/Madrid:20271022T003000',
        'DTEND;TZID=Europe/Madrid:20271022T023000',
        'RRULE:FREQ=WEEKLY;UNTIL=20271111T233000Z;BYDAY=FR,SA',
        'EXDATE:20271022T223000Z,20271029T223000Z',
        'EXDATE:20271104T233000Z',
      ],
      '10-22 10-29 11-06 11-12',
    ],
    [
      'ends with a date, see jazzband/icalevents#88',
      ['DTSTART;TZID=America/Boise:20270104T130000', 'RRULE:FREQ=WEEKLY;UNTIL=20270111;BYDAY=MO,TH'],
      '01-04 01-07 01-11',
    ],
    [
      'ends with the last second of a day in UTC',
      ['DTSTART;VALUE=DATE:20270614', 'RRULE:FREQ=DAILY;UNTIL=20270615T235959Z'],
      '06-14 06-15',
    ],
    [
      'ends with a midnight west of UTC',
      ['DTSTART;VALUE=DATE:20270614', 'RRULE:FREQ=DAILY;UNTIL=20270615T070000Z'],
      '06-14 06-15',
    ],
    [
      'has periods',
      [
        'DTSTART:20270501T080000',
        'DURATION:PT1H',
        'RDATE;VALUE=PERIOD:20270601T080000/PT30H,20270701T080000/20270702T070000',
      ],
      '05-01 06-01 06-02 07-01 07-02',
    ],
    ['begins with its start', ['DTSTART:20270104', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3'], '01-04 01-05 01-12'],
    ['has a rule in small letters', ['DTSTART:20270104', 'RRULE:freq=weekly; count=2; wkst=mo;'], '01-04 01-11'],
    [
      'has an excluding rule',
      ['DTSTART:20270104', 'RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2'],
      '01-05 01-07',
    ],
    ['in UTC is at the dates of the places', ['DTSTART:20270327T230000Z', 'RRULE:FREQ=DAILY;COUNT=2'], '03-28 03-29'],
  ])('%s', (_what, lines, days) => {
    expect(dates(calendar(event(...lines)))).toBe(days);
  });

  const weekly = event('DTSTART;TZID=Europe/Berlin:20270301T003000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=6');
  const change = (id: string, ...lines: string[]): string => event(`RECURRENCE-ID${id}`, ...lines);
  it.each<[what: string, changes: string[], days: string]>([
    ['by an instant', [change(':20270314T233000Z', 'DTSTART:20270317T080000')], '03-01 03-08 03-17 03-22 03-29 04-05'],
    ['by what has no start', [change(';VALUE=DATE:20270329', 'STATUS:CANCELLED')], '03-01 03-08 03-15 03-22 04-05'],
    [
      'by a date',
      [change(';VALUE=DATE:20270329', 'STATUS:CANCELLED', 'DTSTART:20270329')],
      '03-01 03-08 03-15 03-22 04-05',
    ],
    [
      'from a date on until another',
      [
        change(';RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270308T003000', 'DTSTART;TZID=Europe/Berlin:20270309T003000'),
        change(';RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270322T003000', 'DTSTART;TZID=Europe/Berlin:20270325T003000'),
        change(';TZID=Europe/Berlin:20270329T003000', 'DTSTART;TZID=Europe/Berlin:20270330T003000'),
      ],
      '03-01 03-09 03-16 03-25 03-30 04-08',
    ],
    [
      'from a date on by a rule',
      [change(';RANGE=THISANDFUTURE:20270307T233000Z', 'DTSTART:20270312T003000', 'RRULE:FREQ=DAILY;COUNT=2')],
      '03-01 03-12 03-13',
    ],
    [
      'from a date on to nothing',
      [change(';RANGE=THISANDFUTURE;VALUE=DATE:20270315', 'STATUS:CANCELLED', 'DTSTART:20270315')],
      '03-01 03-08',
    ],
    [
      'up to a date',
      [change(';RANGE=THISANDPRIOR;TZID=Europe/Berlin:20270308T003000', 'DTSTART;TZID=Europe/Berlin:20270310T003000')],
      '03-03 03-10 03-15 03-22 03-29 04-05',
    ],
    [
      'by a newer change',
      [
        change(';VALUE=DATE:20270308', 'SEQUENCE:2', 'DTSTART:20270311'),
        change(';VALUE=DATE:20270308', 'SEQUENCE:1', 'STATUS:CANCELLED', 'DTSTART:20270309'),
      ],
      '03-01 03-11 03-15 03-22 03-29 04-05',
    ],
  ])('is changed %s', (_what, changes, days) => {
    expect(dates(calendar(weekly, ...changes))).toBe(days);
    expect(dates(calendar(...changes, weekly))).toBe(days);
  });

  it('is gone with all of its changes where it is cancelled, and a change without its series counts', () => {
    const moved = change(';VALUE=DATE:20270308', 'DTSTART:20270311');
    expect(dates(calendar(event('DTSTART:20270301', 'RRULE:FREQ=WEEKLY', 'STATUS:CANCELED'), moved))).toBe('');
    expect(dates(calendar(moved))).toBe('03-11');
    expect(dates(calendar('METHOD:CANCEL', moved))).toBe('');
  });

  it('follows the zone that its file describes', () => {
    const morning = event(
      'DTSTART;TZID=Office:20270325T010000',
      'RRULE:FREQ=DAILY;UNTIL=20270328T190000Z',
      'EXDATE:20270324T200000Z,20270327T200000Z',
    );
    expect(dates(calendar(OFFICE, morning))).toBe('03-26 03-27 03-29');
    const broken = OFFICE.replaceAll('END:STANDARD', 'RRULE:FREQ=NEVER\r\nEND:STANDARD');
    expect(dates(calendar(broken, morning))).toBe('03-26 03-27 03-29');
  });
});

describe('what is not read of a calendar is named', () => {
  it.each<[what: string, lines: string[], days: string, reason: string]>([
    ['an end', ['DTSTART:20270501', 'DTEND:2027-99-99'], '05-01', 'end'],
    ['an end before the start', ['DTSTART:20270501', 'DTEND:20270401'], '05-01', 'end'],
    ['a rule', ['DTSTART:20270501', 'RRULE:FREQ=SOMETIMES'], '', 'rule'],
    ['the end of a rule', ['DTSTART:20270501', 'RRULE:FREQ=DAILY;UNTIL=soon'], '', 'rule'],
    ['a rule with too many dates', ['DTSTART:20270501', 'RRULE:FREQ=DAILY;COUNT=99999'], '', 'rule'],
    ['a rule of each second', ['DTSTART:20270501T080000', 'RRULE:FREQ=SECONDLY'], '', 'rule'],
    ['a listed date', ['DTSTART:20270501', 'RDATE:20270502,tomorrow'], '05-01 05-02', 'dates'],
    ['an excepted date', ['DTSTART:20270501', 'EXDATE:20270230'], '05-01', 'dates'],
    ['a start that replaces a date', ['DTSTART:soon', 'RECURRENCE-ID:20270501'], '', 'start'],
    ['which date it replaces', ['DTSTART:20270501', 'RECURRENCE-ID:first'], '', 'recurrence_id'],
    ['more than a year', ['DTSTART:20270501', 'DTEND:20720501'], '', 'length'],
    ['a series that is over', ['DTSTART:20170501', 'RRULE:FREQ=YEARLY;COUNT=3'], '', 'over'],
    ['an event without a date', [], '', 'start'],
  ])('%s', (_what, lines, days, reason) => {
    const answer = read(calendar(event('SUMMARY:X', ...lines)));
    expect(answer.days.map(({ date }) => date.slice(5)).join(' ')).toBe(days);
    expect(answer.unread).toEqual(unnamed(reason));
  });

  it('an event that is cut, a task, and an old version', () => {
    const whole = event('DTSTART:20270501', 'SEQUENCE:1', 'SUMMARY:New');
    expect(read(`${whole}\nBEGIN:VEVENT\nSUMMARY:X\nDTSTART:20270502`).unread).toEqual(unnamed('not_closed'));
    expect(read(calendar('BEGIN:VTODO', 'SUMMARY:X', 'DUE:20270503', 'END:VTODO')).unread).toEqual(unnamed('kind'));
    const both = read(calendar(event('DTSTART:20270601', 'SUMMARY:X'), whole));
    expect(both).toMatchObject({ days: [{ name: 'New' }], unread: unnamed('replaced') });
  });
});
