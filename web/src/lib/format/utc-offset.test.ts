import { describe, expect, it } from 'vitest';
import { gmtOf, readUtcOffset } from './utc-offset.ts';

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
