import { expect, it } from 'vitest';
import { otherZoneOf, timesIn } from './times.ts';

const AT = '2026-11-20T22:30:05Z';

it.each([
  ['en', 'Europe/Moscow', 'Nov 21, 2026', '01:30'],
  ['en', 'America/New_York', 'Nov 20, 2026', '17:30'],
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
