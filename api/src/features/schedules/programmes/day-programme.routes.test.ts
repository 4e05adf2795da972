import type { DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { expect, it } from 'vitest';
import { findOverlap } from './day-programme.routes.ts';

type DayWindow = DayProgramme['windows'][number];
const window = (overrides: Partial<DayWindow> = {}): DayWindow => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '08:00',
  to: '18:00',
  playlist_id: 1,
  station_id: null,
  volume: null,
  ...overrides,
});

it.each([
  ['the same hours', [window(), window()], true],
  ['hours one after the other', [window({ to: '12:00' }), window({ from: '12:00' })], false],
  ['other days', [window({ days: [1] }), window({ days: [2] })], false],
  [
    'the morning after a night',
    [window({ days: [7], from: '22:00', to: '06:00' }), window({ days: [1], from: '05:00' })],
    true,
  ],
  ['the whole day', [window({ days: [1], from: '00:00', to: '24:00' }), window({ days: [2], from: '00:00' })], false],
])('with %s overlaps: %#', (_, windows, overlaps) => {
  expect(findOverlap(windows) !== null).toBe(overlaps);
});
