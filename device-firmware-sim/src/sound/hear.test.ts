import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../hardware/random.ts';
import { makeNoise, makeRoom, NOISE_COLOURS, playIn, type NoiseColour } from '../testing/test-room.ts';
import { hear } from './hear.ts';
import { testTone, toneNumber } from './test-tone.ts';

const RATE = 8_000;
const LENGTH = Math.round(2.4 * RATE);
/** With 1,000 the shares are measured as they are promised; a part of them is a sample of the same rooms. */
const ROOMS = Number(process.env['SOUND_ROOMS'] ?? 60);
const TONES = 100;
const dB = (value: number): number => 10 ** (value / 20);
/** Made once, because it costs more than a room. */
const NOISES = new Map<NoiseColour, Float32Array>(
  NOISE_COLOURS.map((colour) => [colour, makeNoise(createRandom(colour), colour, 20 * RATE, RATE)]),
);

function noiseOf(random: Random, amplitude: number): Float32Array {
  const noise = NOISES.get(random.pick(NOISE_COLOURS)) ?? new Float32Array();
  const from = random.integer(0, noise.length - LENGTH - 1);
  return noise.slice(from, from + LENGTH).map((value) => value * amplitude);
}

/** The root mean square of a tone. */
const TONE_RMS = 0.35;

/** A place with a loudspeaker of some volume and noise that is softer by some decibels, of which recordings are made. */
function placeOf(random: Random, snrDb: { from: number; to: number }) {
  const number = random.integer(0, TONES - 1);
  const other = (number + random.integer(1, TONES - 1)) % TONES;
  const room = makeRoom(random, RATE);
  const gain = dB(random.between(-36, -12));
  const noise = TONE_RMS * gain * dB(-random.between(snrDb.from, snrDb.to));
  const [own, foreign] = [number, other].map((one) => testTone(one, RATE).samples);
  const record = (played: 'own' | 'foreign' | null, louderDb = 0) => {
    const recording = noiseOf(random, noise);
    const sound = played === 'own' ? own : foreign;
    if (played !== null && sound)
      playIn(room, recording, sound, { at: random.integer(800, 3_000), gain: gain * dB(louderDb) });
    return hear(recording, own ?? new Float32Array(), RATE);
  };
  return { record };
}

const QUIET = { from: 8, to: 40 };
const NOISY = { from: -10, to: 3 };

/** How many of as many rooms are so. */
function count(seed: string, snrDb: typeof QUIET, isSo: (place: ReturnType<typeof placeOf>) => boolean): number {
  const random = createRandom(seed);
  return Array.from({ length: ROOMS }, () => placeOf(random, snrDb)).filter(isSo).length;
}
/** At most 1 % of faults are missed, and 0.1 % of what is well is taken for one. */
const MISSED_MAX = Math.floor(ROOMS * 0.01);
const FALSE_MAX = Math.floor(ROOMS * 0.001);

describe('in recorded rooms', () => {
  it('a loudspeaker that sounds is heard', () =>
    expect(count('good', QUIET, ({ record }) => record('own').result !== 'heard')).toBeLessThanOrEqual(FALSE_MAX));

  it('a loudspeaker that sounds in a noisy room is heard', () =>
    expect(count('noisy', NOISY, ({ record }) => record('own').result === 'not_heard')).toBeLessThanOrEqual(FALSE_MAX));

  it('a dead loudspeaker is not heard', () =>
    expect(count('dead', QUIET, ({ record }) => record(null).result !== 'not_heard')).toBeLessThanOrEqual(MISSED_MAX));

  it('a dead loudspeaker in a noisy room is not heard', () =>
    expect(count('dead and noisy', NOISY, ({ record }) => record(null).result !== 'not_heard')).toBeLessThanOrEqual(
      MISSED_MAX,
    ));

  it('the tone of another device in its place is not its own', () =>
    expect(count('swapped', QUIET, ({ record }) => record('foreign').result !== 'not_heard')).toBeLessThanOrEqual(
      MISSED_MAX,
    ));

  it('one that is softer by 20 dB has another level, or is not heard; one that is not has the same', () => {
    const quiet = count('quiet', QUIET, ({ record }) => {
      const [before, after] = [record('own'), record('own', -20)];
      return after.result === 'heard' && Math.abs(after.level_db - before.level_db) <= 6;
    });
    expect(quiet).toBeLessThanOrEqual(MISSED_MAX);
    const same = count('same', QUIET, ({ record }) => Math.abs(record('own').level_db - record('own').level_db) > 6);
    expect(same).toBeLessThanOrEqual(FALSE_MAX);
  });
});

it('a tone that drowns in noise is not tested', () => {
  const random = createRandom('drowned');
  const tone = testTone(7, RATE).samples;
  const recording = noiseOf(random, 0.9);
  expect(hear(recording, tone, RATE)).toMatchObject({ result: 'not_tested', reason: 'too_noisy' });
  expect(hear(new Float32Array(LENGTH), tone, RATE)).toMatchObject({ result: 'not_heard', correlation: 0 });
});

it('the players of a device have tones of their own', () => {
  const numbers = (['voice', 'music', 'radio'] as const).map((channel) => toneNumber('1234-5678-9012-3456', channel));
  expect(new Set(numbers).size).toBe(3);
  expect(toneNumber('1234-5678-9012-3457', 'voice')).not.toBe(numbers[0]);
});
