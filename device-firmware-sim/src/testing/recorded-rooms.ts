import { createRandom, type Random } from '../hardware/random.ts';
import { hear, type Heard } from '../sound/hear.ts';
import { testTone } from '../sound/test-tone.ts';
import { makeNoise, makeRoom, NOISE_COLOURS, playIn, type NoiseColour } from './test-room.ts';

export const ROOM_RATE = 8_000;
export const RECORDING_LENGTH = Math.round(2.4 * ROOM_RATE);
const TONES = 100;
const TONE_RMS = 0.35;
const ratio = (db: number): number => 10 ** (db / 20);

/** Made once, because it costs more than a room. */
const NOISES = new Map<NoiseColour, Float32Array>();

export function noiseOf(random: Random, amplitude: number): Float32Array {
  const colour = random.pick(NOISE_COLOURS);
  const noise = NOISES.get(colour) ?? makeNoise(createRandom(colour), colour, 20 * ROOM_RATE, ROOM_RATE);
  NOISES.set(colour, noise);
  const from = random.integer(0, noise.length - RECORDING_LENGTH - 1);
  return noise.slice(from, from + RECORDING_LENGTH).map((value) => value * amplitude);
}

/** Decibels by which the tone is louder than the noise of the room. */
type SignalToNoise = { from: number; to: number };
const QUIET: SignalToNoise = { from: 8, to: 40 };
const NOISY: SignalToNoise = { from: -10, to: 3 };

type Record = (played: 'own' | 'foreign' | null, louderDb?: number) => Heard;

function placeOf(random: Random, signalToNoise: SignalToNoise): Record {
  const number = random.integer(0, TONES - 1);
  const own = testTone(number, ROOM_RATE).samples;
  const foreign = testTone((number + random.integer(1, TONES - 1)) % TONES, ROOM_RATE).samples;
  const room = makeRoom(random, ROOM_RATE);
  const gain = ratio(random.between(-36, -12));
  const noise = TONE_RMS * gain * ratio(-random.between(signalToNoise.from, signalToNoise.to));
  return (played, louderDb = 0) => {
    const recording = noiseOf(random, noise);
    const at = random.integer(800, 3_000);
    if (played !== null)
      playIn(room, recording, played === 'own' ? own : foreign, { at, gain: gain * ratio(louderDb) });
    return hear(recording, own, ROOM_RATE);
  };
}

const LEVEL_DB = 6;
const hasChanged = (before: Heard, after: Heard): boolean => Math.abs(after.level_db - before.level_db) > LEVEL_DB;

/** `errs`: whether the test of a device in such a room is wrong. */
type RoomKind = { signalToNoise: SignalToNoise; errs: (record: Record) => boolean; share: number };
/** At most 1 % of faults are missed, and 0.1 % of what is well is taken for a fault. */
const SHARES = { missed: 0.01, false: 0.001 };

export const ROOM_KINDS: Readonly<{ [kind: string]: RoomKind }> = {
  'a loudspeaker that sounds': {
    signalToNoise: QUIET,
    errs: (record) => record('own').result !== 'heard',
    share: SHARES.false,
  },
  'a loudspeaker that sounds in a noisy room': {
    signalToNoise: NOISY,
    errs: (record) => record('own').result === 'not_heard',
    share: SHARES.false,
  },
  'a loudspeaker that is as loud as before': {
    signalToNoise: QUIET,
    errs: (record) => hasChanged(record('own'), record('own')),
    share: SHARES.false,
  },
  'a dead loudspeaker': {
    signalToNoise: QUIET,
    errs: (record) => record(null).result !== 'not_heard',
    share: SHARES.missed,
  },
  'a dead loudspeaker in a noisy room': {
    signalToNoise: NOISY,
    errs: (record) => record(null).result !== 'not_heard',
    share: SHARES.missed,
  },
  'a loudspeaker that plays the tone of another device': {
    signalToNoise: QUIET,
    errs: (record) => record('foreign').result !== 'not_heard',
    share: SHARES.missed,
  },
  'a loudspeaker that is quiet by 20 dB': {
    signalToNoise: QUIET,
    errs(record) {
      const [before, after] = [record('own'), record('own', -20)];
      return after.result === 'not_tested' || (after.result === 'heard' && !hasChanged(before, after));
    },
    share: SHARES.missed,
  },
};

export function countErrors(kind: string, rooms: number): { errors: number; allowed: number } {
  const { signalToNoise, errs, share } = ROOM_KINDS[kind] ?? { signalToNoise: QUIET, errs: () => true, share: 0 };
  const random = createRandom(kind);
  const errors = Array.from({ length: rooms }, () => placeOf(random, signalToNoise)).filter(errs).length;
  return { errors, allowed: Math.floor(rooms * share) };
}
