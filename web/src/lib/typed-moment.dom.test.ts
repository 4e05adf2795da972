import { afterEach, expect, it, vi } from 'vitest';
import { dateExample, readClock, readDate, readMoment, writeDate, writeMoment } from './typed-moment.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const speaks = (language: string) => vi.stubGlobal('navigator', { language });

it.each([
  ['en-US', 'de', '21.11.2026'],
  ['en-US', 'ru', '21.11.2026'],
  ['en-US', 'en', '11/21/2026'],
  ['en-GB', 'en', '21/11/2026'],
  ['de-DE', 'en', '21/11/2026'],
  ['en-US@posix', 'en', '21/11/2026'],
  ['ar-EG', 'de', '21.11.2026'],
])('a browser in %s writes a date in %s as %s, and reads it again', (browser, locale, text) => {
  speaks(browser);
  expect(writeDate('2026-11-21', locale)).toBe(text);
  expect(readDate(text, locale, false)).toBe('2026-11-21');
  expect(readMoment(writeMoment('2026-11-21T08:05', locale), locale, false, '')).toBe('2026-11-21T08:05');
});

it('shows the order of the parts in the letters of the language', () => {
  speaks('en-US');
  expect(dateExample('de', { day: 'TT', month: 'MM', year: 'JJJJ' })).toBe('TT.MM.JJJJ');
  expect(dateExample('en', { day: 'DD', month: 'MM', year: 'YYYY' })).toBe('MM/DD/YYYY');
});

it.each([
  ['2026-11-21', '2026-11-21'],
  ['21.11.2026', '2026-11-21'],
  ['1. 2. 2026', '2026-02-01'],
  ['11/2/2026', '2026-11-02'],
  ['٢١.١١.٢٠٢٦', '2026-11-21'],
  ['29.02.2026', null],
  ['21.11.20', null],
  ['21.11', null],
  ['tomorrow', null],
])('while it is typed in an American browser, %s is %s', (text, date) => {
  speaks('en-US');
  expect(readDate(text, 'en', false)).toBe(date);
});

it('a year may be short or left out once the date is whole', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1), toFake: ['Date'] });
  expect(['21.11.27', '21.11.', '21.11', '21/11'].map((text) => readDate(text, 'de', true))).toEqual([
    '2027-11-21',
    '2026-11-21',
    '2026-11-21',
    '2026-11-21',
  ]);
  expect(readDate('21.11.2', 'de', true)).toBeNull();
});

it.each([
  ['8', true, '08:00'],
  ['8', false, null],
  ['083', false, null],
  ['0830', false, '08:30'],
  ['8:30 PM', false, '20:30'],
  ['24:00', true, null],
])('the time %s, finished: %s, is %s', (text, done, time) => expect(readClock(text, done)).toBe(time));

it.each([
  ['2026-11-21T08:00', false, '2026-11-21T08:00'],
  ['21.11.2026 8:30', false, '2026-11-21T08:30'],
  ['21.11.2026', false, null],
  ['21.11.2026', true, '2026-11-21T12:15'],
  ['08:00', true, null],
])('the moment %s, finished: %s, is %s', (text, done, moment) =>
  expect(readMoment(text, 'de', done, '12:15')).toBe(moment),
);
