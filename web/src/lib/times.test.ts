import { expect, it, describe } from 'vitest';
import { otherZoneOf, shortMoment, timesIn, gmtOf, readUtcOffset, wallClock } from './times.ts';

const AT = '2026-11-20T22:30:05Z';

it.each([
  ['en', 'Europe/Moscow', '21 Nov 2026', '01:30'],
  ['en', 'America/New_York', '20 Nov 2026', '17:30'],
  ['ru', 'Asia/Kolkata', '21 нояб. 2026 г.', '04:00'],
])('%s in %s', (locale, zone, day, time) => {
  const times = timesIn(locale, zone);
  expect([times.day(AT), times.time(AT)]).toEqual([day, time]);
  expect(times.moment(AT)).toContain(day);
});

it('applies the offset of the day itself', () => {
  expect(timesIn('ru', 'Europe/Berlin').time('2026-07-01T12:00:00Z')).toBe('14:00');
  expect(timesIn('ru', 'Europe/Berlin').time('2026-12-01T12:00:00Z')).toBe('13:00');
});

it('uses the browser’s zone without a zone, or for an unknown one', () => {
  expect(timesIn('en', 'Mars/Olympus').moment(AT)).toBe(timesIn('en', undefined).moment(AT));
});

it('names a zone only where it is not that of the reader', () => {
  expect(otherZoneOf('Europe/Moscow', 'Asia/Tokyo')).toBe('Asia/Tokyo');
  for (const zone of ['Europe/Moscow', null, undefined, 'Mars/Olympus'])
    expect(otherZoneOf('Europe/Moscow', zone)).toBeNull();
});

describe('the offset of a person', () => {
  it.each([
    [120, 120],
    [-210, -210],
    [0, 0],
    ['330', 330],
    ['+05:30', 330],
    ['-03:30', -210],
    ['+00:00', 0],
  ])('is read from %j', (value, minutes) => expect(readUtcOffset(value)).toBe(minutes));
  it.each([undefined, null, '', 'abc', Number.NaN, 90.5, 100_000, {}])('is 180 for %j', (value) =>
    expect(readUtcOffset(value)).toBe(180),
  );
});

it.each([
  [0, 'GMT'],
  [180, 'GMT+3'],
  [330, 'GMT+5:30'],
  [-210, 'GMT-3:30'],
  [-720, 'GMT-12'],
])('%i minutes read %s', (minutes, text) => expect(gmtOf(minutes)).toBe(text));

const NOW = Date.UTC(2026, 10, 20, 21, 4, 5);

it.each([
  [180, '21.11.2026', '00:04:05'],
  [0, '20.11.2026', '21:04:05'],
  [-570, '20.11.2026', '11:34:05'],
])('at %i minutes it is %s %s', (offset, day, time) => {
  expect(wallClock(NOW, offset, 'ru')).toMatchObject({ numericDay: day, time });
});

it('names day and month in the language of the console', () => {
  expect(wallClock(NOW, 180, 'en').day).toBe('Sat 21 Nov');
  expect(wallClock(NOW, 180, 'ru').day).toBe('сб, 21 нояб.');
});

it.each([
  ['2026-11-20T21:30:00Z', '22:30'],
  ['2026-11-20T23:30:00Z', 'Sat 00:30'],
  ['2026-11-18T21:30:00Z', 'Wed 22:30'],
  ['2026-11-12T21:30:00Z', '12 Nov, 22:30'],
  ['2025-11-12T21:30:00Z', '12 Nov 2025'],
])('writes %s as shortly as it is clear', (at, text) =>
  expect(shortMoment(at, Date.parse(AT), 'en', 'Europe/Berlin').replaceAll('\u202f', ' ')).toBe(text),
);
