import { expect, it } from 'vitest';
import { createRandom } from '../hardware/random.ts';
import { countErrors, noiseOf, RECORDING_LENGTH, ROOM_KINDS, ROOM_RATE } from '../testing/recorded-rooms.ts';
import { hear } from './hear.ts';
import { testTone, toneNumber } from './test-tone.ts';

/** A sample of those of `tests/flows/sound-tests/recorded-rooms.test.ts`. */
const ROOMS = 30;

it.each(Object.keys(ROOM_KINDS))('in recorded rooms %s is told', (kind) => {
  const { errors, allowed } = countErrors(kind, ROOMS);
  expect(errors).toBeLessThanOrEqual(allowed);
});

it('a tone that drowns in noise is not tested', () => {
  const random = createRandom('drowned');
  const tone = testTone(7, ROOM_RATE).samples;
  expect(hear(noiseOf(random, 0.9), tone, ROOM_RATE)).toMatchObject({ result: 'not_tested', reason: 'too_noisy' });
  const silence = new Float32Array(RECORDING_LENGTH);
  expect(hear(silence, tone, ROOM_RATE)).toMatchObject({ result: 'not_heard', correlation: 0 });
});

it('the players of a device have tones of their own, and so have neighbours', () => {
  const numbers = (['voice', 'music', 'radio'] as const).map((channel) => toneNumber('1234-5678-9012-3456', channel));
  expect(new Set(numbers).size).toBe(3);
  expect(toneNumber('1234-5678-9012-3457', 'voice')).not.toBe(numbers[0]);
});
