import { describe, expect, it } from 'vitest';
import { quietHoursSchema } from '../http/places/effective-settings.ts';
import { isQuiet } from './quiet-hours.ts';

const at = (instant: string): Date => new Date(instant);
const daily = (from: string, to: string) => [quietHoursSchema.parse({ from, to })];

describe('quiet hours', () => {
  it.each([
    ['2026-11-23T11:59:59Z', false],
    ['2026-11-23T12:00:00Z', true],
    ['2026-11-23T13:59:59Z', true],
    ['2026-11-23T14:00:00Z', false],
  ])('include their start and exclude their end: %s', (instant, quiet) => {
    expect(isQuiet(daily('12:00', '14:00'), 'UTC', at(instant))).toBe(quiet);
  });

  it.each([
    ['2026-11-27T21:59:00Z', false],
    ['2026-11-27T22:00:00Z', true],
    ['2026-11-28T05:59:00Z', true],
    ['2026-11-28T06:00:00Z', false],
    ['2026-11-28T23:00:00Z', false],
  ])('over midnight belong to the day of their start, here Friday: %s', (instant, quiet) => {
    const friday = [{ from: '22:00', to: '06:00', days: [5] }];
    expect(isQuiet(friday, 'UTC', at(instant))).toBe(quiet);
  });

  it('of Sunday night last into Monday', () => {
    const sunday = [{ from: '22:00', to: '06:00', days: [7] }];
    expect(isQuiet(sunday, 'UTC', at('2026-11-30T01:00:00Z'))).toBe(true);
    expect(isQuiet(sunday, 'UTC', at('2026-11-29T01:00:00Z'))).toBe(false);
  });

  it('that end at their start last a whole day', () => {
    const monday = [{ from: '08:00', to: '08:00', days: [1] }];
    expect(isQuiet(monday, 'UTC', at('2026-11-23T08:00:00Z'))).toBe(true);
    expect(isQuiet(monday, 'UTC', at('2026-11-24T07:59:00Z'))).toBe(true);
    expect(isQuiet(monday, 'UTC', at('2026-11-24T08:00:00Z'))).toBe(false);
  });

  it.each([
    ['+03:00', '2026-11-23T19:00:00Z'],
    ['-03:30', '2026-11-24T01:30:00Z'],
    ['Asia/Kathmandu', '2026-11-23T16:15:00Z'],
  ])('follow the wall clock of the zone %s', (zone, tenInTheEvening) => {
    const instant = at(tenInTheEvening);
    expect(isQuiet(daily('22:00', '06:00'), zone, instant)).toBe(true);
    expect(isQuiet(daily('22:00', '06:00'), zone, new Date(instant.getTime() - 60_000))).toBe(false);
  });

  it('follow daylight saving', () => {
    const night = daily('22:00', '06:00');
    // Riga: UTC+3 until 2026-10-25 01:00Z, then UTC+2; UTC+3 again from 2027-03-28 01:00Z.
    expect(isQuiet(night, 'Europe/Riga', at('2026-10-24T19:00:00Z'))).toBe(true);
    expect(isQuiet(night, 'Europe/Riga', at('2026-10-25T03:59:00Z'))).toBe(true);
    expect(isQuiet(night, 'Europe/Riga', at('2026-10-25T04:00:00Z'))).toBe(false);
    expect(isQuiet(night, 'Europe/Riga', at('2027-03-28T02:59:00Z'))).toBe(true);
    expect(isQuiet(night, 'Europe/Riga', at('2027-03-28T03:00:00Z'))).toBe(false);
  });

  it('in the repeated hour are quiet both times', () => {
    const hour = daily('03:00', '04:00');
    expect(
      [at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')].map((it) => isQuiet(hour, 'Europe/Riga', it)),
    ).toEqual([true, true]);
  });

  it('without windows there are none, whatever the zone', () => {
    expect(isQuiet([], 'Not/AZone', new Date())).toBe(false);
    expect(() => isQuiet(daily('10:00', '11:00'), 'Not/AZone', new Date())).toThrow(RangeError);
  });

  it('take less than 0.1 ms per question', () => {
    const night = daily('22:00', '06:00');
    const begun = process.cpuUsage();
    for (let n = 0; n < 10_000; n += 1) isQuiet(night, n % 2 === 0 ? 'Europe/Riga' : 'Asia/Tokyo', new Date(n * 1e7));
    // Of the processor: the machine may pause the test.
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
