import { describe, expect, it } from 'vitest';
import { formatUtcOffset, isTimeZone, offsetOfZone, parseUtcOffset, utcOffsetSchema } from './utc-offset.ts';

describe('an offset', () => {
  it.each([
    ['+03:00', 180],
    ['-03:30', -210],
    ['+00:00', 0],
    ['-00:00', 0],
    ['+14:00', 840],
  ])('%s is %i minutes', (text, minutes) => {
    expect(parseUtcOffset(text)).toBe(minutes);
    expect(parseUtcOffset(formatUtcOffset(minutes))).toBe(minutes);
  });

  it('is nothing else', () => {
    for (const text of ['', '3', '+3:00', '+03:60', '03:00', '+03:00x']) expect(parseUtcOffset(text)).toBeNull();
  });

  it('is accepted as minutes, as digits or as hours and minutes, within the range of time zones', () => {
    expect([180, '180', '+03:00', '0'].map((value) => utcOffsetSchema.parse(value))).toEqual([180, 180, 180, 0]);
    for (const value of ['abc', '', 1.5, 841, -721, '+15:00', null]) {
      expect(utcOffsetSchema.safeParse(value).success).toBe(false);
    }
  });
});

describe('a zone', () => {
  it('has the offset of the season', () => {
    expect(offsetOfZone('Europe/Berlin', new Date('2026-01-15T00:00:00Z'))).toBe(60);
    expect(offsetOfZone('Europe/Berlin', new Date('2026-07-15T00:00:00Z'))).toBe(120);
    expect(offsetOfZone('Asia/Kolkata', new Date('2026-07-15T00:00:00Z'))).toBe(330);
    expect(offsetOfZone('UTC', new Date())).toBe(0);
  });

  it('is known by its name', () => {
    expect(['Europe/Moscow', 'UTC', 'Mars/Base', '', '+03:00'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
