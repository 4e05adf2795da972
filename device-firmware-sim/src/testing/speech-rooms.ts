import { createRandom, type Random } from '../hardware/random.ts';
import { rms } from '../sound/correlation.ts';
import { hearSpeech, type HeardSpeech } from '../sound/hear-speech.ts';
import { makeNoise, makeRoom, NOISE_COLOURS, playIn } from './test-room.ts';
import { makeSpeech } from './test-speech.ts';

export const SPEECH_RATE = 8_000;
const ANNOUNCEMENTS = 24;
const RECORDING_S = 9;
/** Largest relative difference of the clocks of loudspeaker and microphone. */
const DRIFT = 1e-4;

const ratio = (db: number): number => 10 ** (db / 20);

/** Made when they are needed, because each costs more than a room. */
const sounds = new Map<string, Float32Array>();
function stored(name: string, make: () => Float32Array): Float32Array {
  const sound = sounds.get(name) ?? make();
  sounds.set(name, sound);
  return sound;
}
const announcement = (number: number): Float32Array =>
  stored(`announcement ${number}`, () => makeSpeech(`announcement ${number}`, 2.5 + (number % 8) * 0.75, SPEECH_RATE));

/** Noise whose root mean square is about 1; also that of people who talk. */
function noiseOf(random: Random, length: number): Float32Array {
  const colour = random.pick([...NOISE_COLOURS, 'talk'] as const);
  const noise = stored(colour, () => {
    if (colour !== 'talk') return makeNoise(createRandom(colour), colour, 30 * SPEECH_RATE, SPEECH_RATE);
    const talk = makeSpeech('people who talk', 30, SPEECH_RATE);
    const loud = rms(talk);
    return talk.map((value) => value / loud);
  });
  const from = random.integer(0, noise.length - length - 1);
  return noise.slice(from, from + length);
}

const resampled = (sound: Float32Array, drift: number): Float32Array =>
  Float32Array.from({ length: sound.length }, (_, index) => {
    const at = index * (1 + drift);
    const [before, share] = [Math.floor(at), at % 1];
    return (sound[before] ?? 0) * (1 - share) + (sound[before + 1] ?? 0) * share;
  });

/** Decibels by which announcements are louder than the noise of the room. */
type SignalToNoise = { from: number; to: number };
const QUIET: SignalToNoise = { from: 8, to: 40 };
const NOISY: SignalToNoise = { from: -10, to: 3 };

type Say = (sounds: 'own' | 'foreign' | null, louderDb?: number) => Promise<HeardSpeech>;

function placeOf(random: Random, signalToNoise: SignalToNoise): Say {
  const room = makeRoom(random, SPEECH_RATE);
  const gain = ratio(random.between(-36, -12));
  const noisier = ratio(-random.between(signalToNoise.from, signalToNoise.to));
  const drift = random.between(-DRIFT, DRIFT);
  const delay = random.between(0, 0.8);
  return (what, louderDb = 0) => {
    const number = random.integer(0, ANNOUNCEMENTS - 1);
    const own = announcement(number);
    const foreign = announcement((number + random.integer(1, ANNOUNCEMENTS - 1)) % ANNOUNCEMENTS);
    const amplitude = rms(own) * gain * noisier;
    const recorded = noiseOf(random, RECORDING_S * SPEECH_RATE).map((value) => value * amplitude);
    const at = random.integer(0, SPEECH_RATE / 2);
    const played = new Float32Array(at + own.length);
    played.set(own, at);
    const later = Math.round((delay + random.between(0, 0.1)) * SPEECH_RATE);
    const sound = what === 'own' ? own : foreign;
    if (what !== null)
      playIn(room, recorded, resampled(sound, drift), { at: at + later, gain: gain * ratio(louderDb) });
    return hearSpeech({ played, recorded: recorded.subarray(0, played.length), rate: SPEECH_RATE });
  };
}

const LEVEL_DB = 6;
const differ = (one: HeardSpeech, other: HeardSpeech): boolean =>
  Math.abs((one.level_db ?? 0) - (other.level_db ?? 0)) > LEVEL_DB;

type SpeechRoomKind = { signalToNoise: SignalToNoise; errs: (say: Say) => Promise<boolean>; share: number };

/** At most 1 % of faults are missed, and 0.1 % of what is well is taken for a fault. */
const SHARES = { missed: 0.01, false: 0.001 };

export const SPEECH_ROOM_KINDS: Readonly<{ [kind: string]: SpeechRoomKind }> = {
  'a loudspeaker that sounds': {
    signalToNoise: QUIET,
    errs: async (say) => (await say('own')).result !== 'heard',
    share: SHARES.false,
  },
  'a loudspeaker that sounds in a noisy room': {
    signalToNoise: NOISY,
    errs: async (say) => (await say('own')).result === 'not_heard',
    share: SHARES.false,
  },
  'a loudspeaker that is as loud as before': {
    signalToNoise: QUIET,
    errs: async (say) => differ(await say('own'), await say('own')),
    share: SHARES.false,
  },
  'a dead loudspeaker': {
    signalToNoise: QUIET,
    errs: async (say) => (await say(null)).result !== 'not_heard',
    share: SHARES.missed,
  },
  'a dead loudspeaker in a noisy room': {
    signalToNoise: NOISY,
    errs: async (say) => (await say(null)).result === 'heard',
    share: SHARES.missed,
  },
  'a loudspeaker that says what another device is to say': {
    signalToNoise: QUIET,
    errs: async (say) => (await say('foreign')).result !== 'not_heard',
    share: SHARES.missed,
  },
  'a loudspeaker that is quiet by 20 dB': {
    signalToNoise: QUIET,
    async errs(say) {
      const [before, after] = [await say('own'), await say('own', -20)];
      return after.result === 'not_tested' || (after.result === 'heard' && !differ(before, after));
    },
    share: SHARES.missed,
  },
};

export async function countSpeechErrors(kind: string, rooms: number): Promise<{ errors: number; allowed: number }> {
  const { signalToNoise, errs, share } = SPEECH_ROOM_KINDS[kind]!;
  const random = createRandom(kind);
  let errors = 0;
  for (let room = 0; room < rooms; room++) if (await errs(placeOf(random, signalToNoise))) errors++;
  return { errors, allowed: Math.floor(rooms * share) };
}
