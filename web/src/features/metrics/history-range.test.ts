import { describe, expect, it } from 'vitest';
import { dayStart, parseRange, rangeText, rangeTimes } from './history-range.ts';

describe('the range in an address', () => {
  it.each(['24h', '7d', '30d', '1y', '2026-11-01_2026-11-20', '2026-11-20_2026-11-20', '2016-11-18_2026-11-24'])(
    'is read and written: %s',
    (text) => {
      expect(rangeText(parseRange(text))).toBe(text);
    },
  );

  it.each([
    null,
    '',
    '2d',
    '2026-11-20',
    '2026-11-20_2026-11-01',
    '2026-13-01_2026-13-02',
    '2016-11-17_2026-11-24',
    'x_y',
    '2026-11-01_2026-11-02_3',
  ])('is the last 24 hours for %j', (text) => expect(parseRange(text)).toBe('24h'));
});

describe('the times of a range', () => {
  const NOW = Date.parse('2026-11-20T12:00:00Z');

  it('end now', () => {
    expect(rangeTimes('7d', NOW, 'UTC')).toEqual({ from: '2026-11-13T12:00:00.000Z', to: '2026-11-20T12:00:00.000Z' });
  });

  it('are days in the zone of the viewer, the last one included', () => {
    expect(rangeTimes({ first: '2026-11-01', last: '2026-11-02' }, NOW, 'Europe/Moscow')).toEqual({
      from: '2026-10-31T21:00:00.000Z',
      to: '2026-11-02T21:00:00.000Z',
    });
  });

  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    ['2026-11-20', 'Pacific/Auckland', '2026-11-19T11:00:00.000Z'],
  ])('begin at midnight of %s in %s', (day, zone, at) => {
    expect(new Date(dayStart(day, zone)).toISOString()).toBe(at);
  });
});
