import { describe, expect, it } from 'vitest';
import { readCalendar } from './read-ical.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'UID:1@test', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...events, 'END:VCALENDAR', ''].join('\r\n');

describe('an iCalendar file of holidays', () => {
  it('has the dates of its all-day events, whose end is exclusive', () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Christmas'),
      event('DTSTART;VALUE=DATE:20260618', 'SUMMARY:Līgo'),
    );
    expect(readCalendar(text, NOW)).toEqual({
      days: [
        { date: '2026-06-18', name: 'Līgo' },
        { date: '2026-12-25', name: 'Christmas' },
        { date: '2026-12-26', name: 'Christmas' },
      ],
      skipped: [],
    });
  });

  it('has each year of an event that recurs', () => {
    const { days } = readCalendar(
      calendar(event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=YEARLY', 'SUMMARY:New Year')),
      NOW,
    );
    expect(days.map(({ date }) => date)).toEqual(expect.arrayContaining(['2026-01-01', '2027-01-01', '2030-01-01']));
    expect(days.every(({ date }) => date.endsWith('-01-01'))).toBe(true);
  });

  it('keeps the other events where one is malformed, and names it', () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas'),
      event('DTSTART;VALUE=DATE:2026XX25', 'SUMMARY:Broken'),
    );
    expect(readCalendar(text, NOW)).toEqual({
      days: [{ date: '2026-12-25', name: 'Christmas' }],
      skipped: ['Broken'],
    });
  });

  it.each(['', 'hello', 'BEGIN:VEVENT', '\u0000'.repeat(100)])('%j has none', (text) => {
    expect(readCalendar(text, NOW)).toEqual({ days: [], skipped: [] });
  });

  const daily = event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;COUNT=300', 'SUMMARY:Daily');
  it.each([
    ['events', 'more than 5000 events', calendar(...Array<string>(5_001).fill(event('DTSTART;VALUE=DATE:20261225')))],
    ['days', 'more than 1000 days', calendar(event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY'))],
    ['events that recur', 'too long', calendar(...Array<string>(5_000).fill(daily))],
  ])('is refused in bounded time with too many %s', (_what, reason, text) => {
    expect(() => readCalendar(text, NOW)).toThrow(reason);
  });

  it('is read in one pass, however many of its events are not closed', () => {
    const text = `${'BEGIN:VEVENT\r\n'.repeat(70_000)}${event('DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas')}`;
    expect(readCalendar(text, NOW).days).toHaveLength(1);
  });
});
