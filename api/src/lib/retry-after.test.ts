import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const HOUR_MS = 3_600_000;

it.each([
  ['60', {}, 60_000],
  [' 0 ', {}, 0],
  ['1.5', {}, 1_500],
  ['86400', {}, HOUR_MS],
  ['Fri, 27 Nov 2026 12:02:00 GMT', {}, 120_000],
  ['Friday, 27-Nov-26 12:02:00 GMT', {}, 120_000],
  ['Fri Nov 27 12:02:00 2026', {}, 120_000],
  // The clock of the server is ten minutes late.
  ['Fri, 27 Nov 2026 11:52:00 GMT', { date: 'Fri, 27 Nov 2026 11:50:00 GMT' }, 120_000],
  ['Fri, 27 Nov 2020 12:00:00 GMT', {}, null],
  ['Sun, 27 Nov 2033 12:00:00 GMT', {}, HOUR_MS],
  ['soon', {}, null],
  ['-5', {}, null],
  ['', {}, null],
])('%j is %j: %s ms', (value, others, ms) =>
  expect(readRetryAfter(new Headers({ 'retry-after': value, ...others }), HOUR_MS, NOW)).toBe(ms),
);

it('may be missing', () => expect(readRetryAfter(new Headers(), HOUR_MS, NOW)).toBeNull());
