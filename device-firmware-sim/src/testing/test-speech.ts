import { createRandom, type Random } from '../hardware/random.ts';

/** Formants of vowels, in hertz. */
const VOWELS = [
  [730, 1_090, 2_440],
  [270, 2_290, 3_010],
  [300, 870, 2_240],
  [530, 1_840, 2_480],
  [570, 840, 2_410],
] as const;

function resonator(hertz: number, widthHz: number, rate: number): (value: number) => number {
  const radius = Math.exp((-Math.PI * widthHz) / rate);
  const [one, two] = [2 * radius * Math.cos((2 * Math.PI * hertz) / rate), -radius * radius];
  let [before, earlier] = [0, 0];
  return (value) => {
    const out = value + one * before + two * earlier;
    earlier = before;
    before = out;
    return out;
  };
}

/** Something like speech: syllables of vowels with a pitch that moves, hissing consonants, and pauses. Its peak is 0.7. */
export function makeSpeech(seed: string, seconds: number, rate: number): Float32Array {
  const random = createRandom(seed);
  const speech = new Float32Array(Math.round(seconds * rate));
  const voice = random.between(85, 240);
  let at = Math.round(random.between(0.02, 0.2) * rate);
  while (at < speech.length) {
    if (random.chance(0.5)) at = hiss(random, speech, at, rate);
    at = vowel(random, speech, at, { rate, voice });
    if (random.chance(0.15)) at += Math.round(random.between(0.1, 0.4) * rate);
  }
  const peak = speech.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return speech.map((value) => (0.7 * value) / peak);
}

function hiss(random: Random, speech: Float32Array, at: number, rate: number): number {
  const length = Math.round(random.between(0.03, 0.12) * rate);
  const loud = random.between(0.1, 0.5);
  let former = 0;
  for (let index = 0; index < length && at + index < speech.length; index++) {
    const value = random.between(-1, 1);
    speech[at + index] = loud * (value - 0.8 * former) * Math.sin((Math.PI * index) / length);
    former = value;
  }
  return at + length;
}

function vowel(
  random: Random,
  speech: Float32Array,
  at: number,
  { rate, voice }: { rate: number; voice: number },
): number {
  const length = Math.round(random.between(0.08, 0.28) * rate);
  const filters = random.pick(VOWELS).map((hertz) => resonator(hertz * random.between(0.9, 1.1), 90, rate));
  const [low, high] = [voice * random.between(0.85, 1.15), voice * random.between(0.85, 1.15)];
  let phase = 0;
  for (let index = 0; index < length && at + index < speech.length; index++) {
    phase += (low + ((high - low) * index) / length) / rate;
    const pulse = phase >= 1 ? 1 : 0.02 * random.between(-1, 1);
    phase %= 1;
    const loud = Math.min(1, index / (0.02 * rate), (length - index) / (0.03 * rate));
    speech[at + index] = loud * filters.reduce((sum, filter, number) => sum + filter(pulse) / (number + 1), 0);
  }
  return at + length;
}
