/** Parts of a recording that are quieter than this share of its loudest are silence, in which noise alone would correlate. */
const SILENCE_SHARE = 1e-5;

type Match = {
  /** The index of the sample at which the pattern begins. */
  at: number;
  /** The normalised cross-correlation there: 1 for the same samples at any volume, about 0 for others. */
  correlation: number;
};

type Correlations = {
  found: Match;
  /** The normalised cross-correlation at each position, 0 where there is silence. */
  values: Float32Array;
  /** By which factor the pattern is louder in the recording than it is. */
  gain: number;
};

/** Where in a recording a pattern is found best. Both have the same sample rate; the pattern is not longer than the recording. */
export const findPattern = (recording: Float32Array, pattern: Float32Array): Match =>
  correlations(recording, pattern).found;

/** How like a pattern each part of a recording is; as `findPattern`. */
export function correlations(recording: Float32Array, pattern: Float32Array): Correlations {
  const products = crossCorrelate(recording, pattern);
  const energies = windowEnergies(recording, pattern.length);
  const patternEnergy = energyOf(pattern);
  const silence = SILENCE_SHARE * energies.reduce((most, energy) => Math.max(most, energy), 0);
  const values = new Float32Array(energies.length);
  let found: Match = { at: 0, correlation: 0 };
  for (const [at, energy] of energies.entries()) {
    if (energy <= silence) continue;
    const correlation = (products[at] ?? 0) / Math.sqrt(energy * patternEnergy);
    values[at] = correlation;
    if (correlation > found.correlation) found = { at, correlation };
  }
  return { found, values, gain: patternEnergy === 0 ? 0 : (products[found.at] ?? 0) / patternEnergy };
}

/** The root mean square of samples, from 0 to 1. */
export const rms = (samples: Float32Array): number =>
  samples.length === 0 ? 0 : Math.sqrt(energyOf(samples) / samples.length);

const energyOf = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0);

/** The sum of products at each lag. */
function crossCorrelate(recording: Float32Array, pattern: Float32Array): Float64Array {
  const length = 2 ** Math.ceil(Math.log2(recording.length + pattern.length));
  // Both are real, so one transform carries the one in the real and the other in the imaginary part.
  const real = new Float64Array(length);
  const imaginary = new Float64Array(length);
  real.set(recording);
  imaginary.set(pattern);
  transform(real, imaginary);
  const productReal = new Float64Array(length);
  const productImaginary = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    const mirror = (length - index) % length;
    const [a, b] = [real[index] ?? 0, imaginary[index] ?? 0];
    const [c, d] = [real[mirror] ?? 0, imaginary[mirror] ?? 0];
    const [recordingReal, recordingImaginary] = [(a + c) / 2, (b - d) / 2];
    const [patternReal, patternImaginary] = [(b + d) / 2, (c - a) / 2];
    productReal[index] = recordingReal * patternReal + recordingImaginary * patternImaginary;
    productImaginary[index] = recordingImaginary * patternReal - recordingReal * patternImaginary;
  }
  inverseTransform(productReal, productImaginary);
  return productReal.map((value) => value / length);
}

/** The energy of the recording in a window of that length, at each position at which it fits. */
function windowEnergies(recording: Float32Array, length: number): Float64Array {
  const energies = new Float64Array(Math.max(0, recording.length - length + 1));
  let energy = energyOf(recording.subarray(0, length));
  for (let at = 0; at < energies.length; at++) {
    energies[at] = Math.max(0, energy);
    energy += (recording[at + length] ?? 0) ** 2 - (recording[at] ?? 0) ** 2;
  }
  return energies;
}

/** The discrete Fourier transform of complex samples, in place: radix 2, so the length is a power of two. */
const transform = (real: Float64Array, imaginary: Float64Array): void => fft(real, imaginary, -1);

/** The inverse of `transform`, without the division by the length. */
const inverseTransform = (real: Float64Array, imaginary: Float64Array): void => fft(real, imaginary, 1);

/** @param sign of the exponent */
function fft(real: Float64Array, imaginary: Float64Array, sign: 1 | -1): void {
  const length = real.length;
  reorder(real, imaginary);
  const { cosines, sines } = waveOf(length);
  for (let half = 1; half < length; half *= 2) {
    const stride = length / 2 / half;
    for (let start = 0; start < length; start += 2 * half) {
      for (let index = 0; index < half; index++) {
        const even = start + index;
        const odd = even + half;
        const cosine = cosines[index * stride] ?? 0;
        const sine = sign * (sines[index * stride] ?? 0);
        const turnedReal = (real[odd] ?? 0) * cosine - (imaginary[odd] ?? 0) * sine;
        const turnedImaginary = (real[odd] ?? 0) * sine + (imaginary[odd] ?? 0) * cosine;
        real[odd] = (real[even] ?? 0) - turnedReal;
        imaginary[odd] = (imaginary[even] ?? 0) - turnedImaginary;
        real[even] = (real[even] ?? 0) + turnedReal;
        imaginary[even] = (imaginary[even] ?? 0) + turnedImaginary;
      }
    }
  }
}

type Wave = { cosines: Float64Array; sines: Float64Array };

/** The last one: recordings of a device have the same length. */
let lastWave: Wave = { cosines: new Float64Array(), sines: new Float64Array() };

/** Half a turn in so many steps as a transform of this length needs. */
function waveOf(length: number): Wave {
  const half = length / 2;
  if (lastWave.cosines.length === half) return lastWave;
  const angle = Math.PI / half;
  lastWave = {
    cosines: Float64Array.from({ length: half }, (_, index) => Math.cos(angle * index)),
    sines: Float64Array.from({ length: half }, (_, index) => Math.sin(angle * index)),
  };
  return lastWave;
}

/** Puts the samples into the order of their reversed binary indices. */
function reorder(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length;
  for (let index = 1, reversed = 0; index < length; index++) {
    let bit = length >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (index >= reversed) continue;
    swap(real, index, reversed);
    swap(imaginary, index, reversed);
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const value = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = value;
}
