import { expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;
const date = (at: number): string => new Date(at).toUTCString();

it('a clock that is an hour off is corrected by that of the server, and stays so without it', () => {
  const time = createServerClock(0);
  expect(time.networkTime()).toBeNull();
  expect(time.told(date(NOW + HOUR_MS), NOW - 40, NOW + 40)).toBe(true);
  expect(Math.abs(time.aheadMs() - HOUR_MS)).toBeLessThan(1_000);
  expect(Math.abs(time.clock.now() - Date.now() - HOUR_MS)).toBeLessThan(1_000);
  expect(time.networkTime()).toEqual({ clock_offset_ms: null, clock_synchronised: true });
  // Whole seconds do not tell more.
  expect(time.told(date(NOW + HOUR_MS + 1_000), NOW, NOW)).toBe(false);
  expect(createServerClock(time.aheadMs()).aheadMs()).toBe(time.aheadMs());
});

it('a clock that is right, or a header that is no date, changes nothing; one that was set right is not corrected any more', () => {
  const time = createServerClock(HOUR_MS);
  expect(time.told(null, NOW, NOW)).toBe(false);
  expect(time.told(date(NOW), NOW, NOW)).toBe(true);
  expect(time.aheadMs()).toBe(0);
  expect(time.told(date(NOW + 1_000), NOW, NOW)).toBe(false);
});
