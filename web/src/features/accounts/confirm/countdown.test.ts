import { expect, it } from 'vitest';
import { countdownTone, formatCountdown, secondsLeft } from './countdown.ts';

it.each([
  [100, 'success'],
  [21, 'success'],
  [20, 'device'],
  [11, 'device'],
  [10, 'error'],
  [0, 'error'],
])('%i s is %s', (seconds, tone) => expect(countdownTone(seconds)).toBe(tone));

it.each([
  [100, '1:40'],
  [60, '1:00'],
  [9, '0:09'],
])('%i s reads %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text));

it.each([
  [100_000, 0, 100],
  [100_000, -400, 100],
  [100_000, 99_100, 1],
  [100_000, 100_000, 0],
  [100_000, 250_000, 0],
])('until %i at %i there are %i s', (endsAt, now, left) => expect(secondsLeft(endsAt, now, 100)).toBe(left));
