import { expect, it } from 'vitest';
import { nextWindow, windowAt, windowEnded } from './windows.ts';

const at = (text: string): number => Date.parse(`2026-11-27T${text}Z`);
const setting = (from: string, to: string) => ({ enabled: true, from, to, level: 60 });

it('a window is that of the local time, with its start and without its end', () => {
  const night = setting('02:00', '04:00');
  expect(windowAt(night, 'Europe/Riga', at('00:00'))).toEqual({ from: at('00:00'), to: at('02:00') });
  expect(windowAt(night, '+03:00', at('00:30'))).toEqual({ from: at('00:00') - 3_600_000, to: at('01:00') });
  expect(windowAt(night, 'Europe/Riga', at('02:00'))).toBeNull();
  expect(windowAt(night, 'Europe/Riga', at('00:00') - 1)).toBeNull();
});

it('a window over midnight is one window, which began on the day before', () => {
  const night = setting('23:00', '01:00');
  expect(windowAt(night, 'UTC', at('00:30'))).toEqual({ from: at('00:00') - 3_600_000, to: at('01:00') });
  expect(windowAt(night, 'UTC', at('23:30'))).toEqual({ from: at('23:00'), to: at('23:00') + 7_200_000 });
});

it('the last window that has ended is known for a while, and so is the next one', () => {
  const night = setting('02:00', '04:00');
  expect(windowEnded(night, 'UTC', { now: at('04:05'), within: 600_000 })).toEqual({
    from: at('02:00'),
    to: at('04:00'),
  });
  expect(windowEnded(night, 'UTC', { now: at('04:15'), within: 600_000 })).toBeNull();
  expect(windowEnded(night, 'UTC', { now: at('03:00'), within: 600_000 })).toBeNull();
  expect(nextWindow(night, 'UTC', at('01:00'))).toBe(at('02:00'));
  expect(nextWindow(night, 'UTC', at('02:00'))).toBe(at('02:00') + 86_400_000);
});
