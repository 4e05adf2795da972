import type { PassiveSound } from '@belfry/schemas/domain/sound-tests';
import { inverseTransform, transform } from './fft.ts';

export type HeardSpeech = Omit<PassiveSound, 'volume'>;

/** What was played, and what the microphone has recorded meanwhile: both begin at the same instant and have the same rate. */
export type Listened = { played: Float32Array; recorded: Float32Array; rate: number };

/** Length of the parts that are compared, which are the loudest. */
const PART_S = 1.5;
const PARTS = 4;
/** Longest delay of the recorded sound: players and microphones delay it. */
const LATEST_S = 1.3;
/** Both starts can be noted late, so that a sound seems to be recorded before it is played. */
const EARLIEST_S = 0.2;
/** Band that every loudspeaker and microphone passes on, and that speech has. */
const BAND_HZ = { from: 200, to: 3_400 };
/** 1: all frequencies count the same, 0: the loudest count most. */
const EVENNESS = 0.9;
/** Width over which the spectrum of the played sound is averaged. */
const SMOOTH_HZ = 50;
/** Blocks of lags: clocks of player and microphone differ, so that a part is not found at one lag exactly. */
const BLOCK_S = 0.001;
/** Ratio of the best block of lags to the usual one, from which on a sound is heard. */
const STANDS_OUT = 24;
/** Ratio that nothing unplayed reaches, but too small to say that a sound was heard. */
const PERHAPS = 18;
/** The sound of the loudspeaker and its first echoes; also before, because voices repeat themselves within some milliseconds. */
const SOUND_S = { before: 0.02, after: 0.04 };
/** Below this, what was played is silence. */
const QUIET_DB = -50;
const POWER_BLOCK_S = 0.05;
/** In blocks. */
const PART_STEP = 4;
/** Length of a block; the quietest block is the noise of the room. */
const NOISE_BLOCK_S = 0.25;
/** With less speech than this, nothing can be told. */
const SPOKEN_S = 1.5;
/** Where noise would hide a loudspeaker this soft, a missing sound says nothing. */
const SOFTEST_DB = -36;
/** How far noise must be below a sound so that it is found, in decibels of the best block. */
const FOUND_DB = 7;
/** A microphone that works is never as silent as this. */
const SILENT = 1e-6;

const toDb = (energy: number): number => Math.round(100 * Math.log10(Math.max(energy, 1e-18))) / 10;
const notTested = (reason: HeardSpeech['reason']): HeardSpeech => ({ result: 'not_tested', reason });

/** Lets the device do other work. */
const pause = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Takes less than half a second, in slices. */
export async function hearSpeech(listened: Listened): Promise<HeardSpeech> {
  const { played, recorded, rate } = listened;
  const block = Math.round(POWER_BLOCK_S * rate);
  const powers = powersOf(played, block);
  const spoken = spokenS(powers);
  if (spoken === 0) return notTested('too_quiet');
  if (spoken < SPOKEN_S) return notTested('too_short');
  const noise = powersOf(recorded, Math.round(NOISE_BLOCK_S * rate));
  const starts = loudestParts(powers).map((at) => at * block);
  const heardStarts = starts.filter((at) => at + (PART_S / 2) * rate < recorded.length);
  if (heardStarts.length === 0 || Math.max(...noise) < SILENT ** 2) return notTested('microphone_failed');
  const parts: Part[] = [];
  for (const start of heardStarts) parts.push(await comparePart(listened, start));
  return judge(parts, toDb(Math.min(...noise)));
}

function judge(parts: readonly Part[], noise_db: number): HeardSpeech {
  const total = alike(parts.map(({ likeness }) => likeness));
  const best = total.reduce((most, value, at) => (value > (total[most] ?? 0) ? at : most), 0);
  const standsOut = total[best] ?? 0;
  const response = sumOf(parts.map(({ energies }) => energies));
  const expected = parts.reduce((sum, part) => sum + part.expected, 0);
  const usual = medianOf(response);
  if (standsOut > STANDS_OUT) {
    const [from, to] = [best - SOUND_S.before / BLOCK_S, best + SOUND_S.after / BLOCK_S];
    const heard = response.slice(Math.max(0, Math.round(from)), Math.round(to));
    const energy = heard.reduce((sum, value) => sum + value - usual, 0);
    return { result: 'heard', level_db: toDb(Math.max(energy, response[best] ?? 0) / expected), noise_db };
  }
  const softest = toDb(usual / expected) + FOUND_DB;
  if (standsOut > PERHAPS || softest > SOFTEST_DB) return { ...notTested('too_noisy'), noise_db };
  return { result: 'not_heard', noise_db };
}

/** One part of the played sound, by blocks of lags. */
type Part = {
  /** How alike both are, 1 where they are not. */
  likeness: Float64Array;
  /** Of what the room makes of an impulse. */
  energies: Float64Array;
  /** The energy of an impulse that is recorded as loud as it was played. */
  expected: number;
};

async function comparePart({ played, recorded, rate }: Listened, start: number): Promise<Part> {
  await pause();
  const lags = Math.round((EARLIEST_S + LATEST_S) * rate);
  const partLength = Math.round(PART_S * rate);
  const length = 2 ** Math.ceil(Math.log2(partLength + lags));
  const real = new Float64Array(length);
  const imaginary = new Float64Array(length);
  const from = start - Math.round(EARLIEST_S * rate);
  real.set(recorded.subarray(Math.max(0, from), Math.max(0, from + partLength + lags)), Math.max(0, -from));
  imaginary.set(played.subarray(start, start + partLength));
  // Both are real, so one transform carries the one in the real and the other in the imaginary part, and so does the inverse.
  transform(real, imaginary);
  await pause();
  const expected = weigh(real, imaginary, rate);
  await pause();
  inverseTransform(real, imaginary);
  const block = Math.round(BLOCK_S * rate);
  const likeness = blockEnergies(real.subarray(0, lags), block);
  const usual = medianOf(likeness) || 1;
  return {
    likeness: likeness.map((value) => value / usual),
    energies: blockEnergies(imaginary.subarray(0, lags), block),
    expected: expected * length,
  };
}

/**
 * Replaces the spectrum of recording and played sound by that of their likeness (real part) and of the response of the room (imaginary part).
 * @returns the energy of the response to an impulse
 */
function weigh(real: Float64Array, imaginary: Float64Array, rate: number): number {
  const length = real.length;
  const [first, last] = [BAND_HZ.from, BAND_HZ.to].map((hertz) => Math.round((hertz * length) / rate)) as [
    number,
    number,
  ];
  const { products, powers } = spectraOf(real, imaginary, last);
  const smooth = smoothed(powers, Math.round((SMOOTH_HZ * length) / rate));
  let floor = 0;
  for (let index = first; index <= last; index++) floor += powers[index] ?? 0;
  floor = (0.01 * floor) / (last - first + 1);
  real.fill(0);
  imaginary.fill(0);
  let expected = 0;
  for (let index = first; index <= last; index++) {
    const [re, im] = [products.real[index] ?? 0, products.imaginary[index] ?? 0];
    const even = (re * re + im * im + 1e-30) ** (-EVENNESS / 2);
    const flat = 1 / ((smooth[index] ?? 0) + floor);
    expected += 2 * ((powers[index] ?? 0) * flat) ** 2;
    const [likeRe, likeIm, flatRe, flatIm] = [re * even, im * even, re * flat, im * flat];
    real[index] = likeRe - flatIm;
    imaginary[index] = likeIm + flatRe;
    real[length - index] = likeRe + flatIm;
    imaginary[length - index] = flatRe - likeIm;
  }
  return expected;
}

/** The cross spectrum of recording and played sound, and the power of the latter, up to a frequency. */
function spectraOf(real: Float64Array, imaginary: Float64Array, last: number) {
  const length = real.length;
  const products = { real: new Float64Array(last + 1), imaginary: new Float64Array(last + 1) };
  const powers = new Float64Array(last + 1);
  for (let index = 1; index <= last; index++) {
    const [a, b] = [real[index] ?? 0, imaginary[index] ?? 0];
    const [c, d] = [real[length - index] ?? 0, imaginary[length - index] ?? 0];
    const [recordedRe, recordedIm] = [(a + c) / 2, (b - d) / 2];
    const [playedRe, playedIm] = [(b + d) / 2, (c - a) / 2];
    products.real[index] = recordedRe * playedRe + recordedIm * playedIm;
    products.imaginary[index] = recordedIm * playedRe - recordedRe * playedIm;
    powers[index] = playedRe * playedRe + playedIm * playedIm;
  }
  return { products, powers };
}

function smoothed(values: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let index = 0; index < values.length; index++) sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0);
  return values.map((_value, index) => {
    const [from, to] = [Math.max(0, index - reach), Math.min(values.length, index + reach + 1)];
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  });
}

/** The energy of each block of values; a shorter rest is left out. */
const blockEnergies = (values: Float32Array | Float64Array, block: number): Float64Array =>
  Float64Array.from({ length: Math.floor(values.length / block) }, (_, number) => {
    let energy = 0;
    for (let at = number * block; at < (number + 1) * block; at++) energy += (values[at] ?? 0) ** 2;
    return energy;
  });

/** The geometric mean of what parts say of a lag, so that all of them have to. Clocks that differ move it by a block. */
const alike = (parts: readonly Float64Array[]): Float64Array =>
  Float64Array.from(parts[0] ?? [], (_, at) => {
    let sum = 0;
    for (const part of parts) sum += Math.log(Math.max(part[at - 1] ?? 0, part[at] ?? 0, part[at + 1] ?? 0, 1e-9));
    return Math.exp(sum / parts.length);
  });

const sumOf = (lists: readonly Float64Array[]): Float64Array =>
  Float64Array.from(lists[0] ?? [], (_, at) => lists.reduce((sum, list) => sum + (list[at] ?? 0), 0));

const medianOf = (values: Float64Array): number => values.toSorted()[values.length >> 1] ?? 0;

const powersOf = (samples: Float32Array, block: number): Float64Array =>
  blockEnergies(samples, block).map((energy) => energy / block);

/** Seconds that are not silence. */
const spokenS = (powers: Float64Array): number =>
  powers.filter((power) => power > 10 ** (QUIET_DB / 10)).length * POWER_BLOCK_S;

/** Where the loudest parts begin, in blocks. Two of them overlap by half at most. */
function loudestParts(powers: Float64Array): number[] {
  const length = Math.round(PART_S / POWER_BLOCK_S);
  const candidates: { at: number; loud: number }[] = [];
  for (let at = 0; at === 0 || at + length <= powers.length; at += PART_STEP)
    candidates.push({ at, loud: powers.subarray(at, at + length).reduce((sum, power) => sum + power, 0) });
  const starts: number[] = [];
  for (const { at } of candidates.toSorted((one, other) => other.loud - one.loud))
    if (starts.length < PARTS && starts.every((other) => Math.abs(other - at) >= length / 2)) starts.push(at);
  return starts;
}
