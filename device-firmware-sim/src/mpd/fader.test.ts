import { volumeToDb } from '@belfry/schemas/domain/loudness';
import { expect, it } from 'vitest';
import { levelOf } from './fader.ts';

it.each([
  [100, -6],
  [100, -12],
  [60, -10],
  [40, 5],
])('the level of %i with a gain of %d dB is that many dB away from it', (volume, gain) => {
  expect(Math.abs(volumeToDb(levelOf(volume, gain)) - volumeToDb(volume) - gain)).toBeLessThan(0.3);
});

it('nothing is amplified above full, and what is not silent stays so', () => {
  expect([levelOf(100, 10), levelOf(1, -30), levelOf(0, 10), levelOf(35, 0)]).toEqual([100, 1, 0, 35]);
});
