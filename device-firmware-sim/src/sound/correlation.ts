import { inverseTransform, transform } from './fft.ts';

/** Parts of a recording that are quieter than this share of its loudest are silence, in which noise alone would correlate. */
const SILENCE_SHARE = 1e-5;

type Match = {
  /** The index of the sample at which the pattern begins. */
  at: number;
  /** The normalised cross-correlation there: 1 for the same samples at any volume, about 0 for others. */
  correlation: number;
};

type Correlations = {
  match: Match;
  /** The normalised cross-correlation at each position, 0 where there is silence. */
  values: Float32Array;
  gain: number;
};

/** Where in a recording a pattern is found best. Both have the same sample rate; the pattern is not longer than the recording. */
export const findPattern = (recording: Float32Array, pattern: Float32Array): Match =>
  correlations(recording, pattern).match;

export function correlations(recording: Float32Array, pattern: Float32Array): Correlations {
  const products = crossCorrelate(recording, pattern);
  const energies = windowEnergies(recording, pattern.length);
  const patternEnergy = energyOf(pattern);
  const silence = SILENCE_SHARE * energies.reduce((most, energy) => Math.max(most, energy), 0);
  const values = new Float32Array(energies.length);
  let match: Match = { at: 0, correlation: 0 };
  for (const [at, energy] of energies.entries()) {
    if (energy <= silence) continue;
    const correlation = (products[at] ?? 0) / Math.sqrt(energy * patternEnergy);
    values[at] = correlation;
    if (correlation > match.correlation) match = { at, correlation };
  }
  return { match, values, gain: patternEnergy === 0 ? 0 : (products[match.at] ?? 0) / patternEnergy };
}

/** The root mean square of samples, from 0 to 1. */
export const rms = (samples: Float32Array): number =>
  samples.length === 0 ? 0 : Math.sqrt(energyOf(samples) / samples.length);

const energyOf = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0);

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

function windowEnergies(recording: Float32Array, length: number): Float64Array {
  const energies = new Float64Array(Math.max(0, recording.length - length + 1));
  let energy = energyOf(recording.subarray(0, length));
  for (let at = 0; at < energies.length; at++) {
    energies[at] = Math.max(0, energy);
    energy += (recording[at + length] ?? 0) ** 2 - (recording[at] ?? 0) ** 2;
  }
  return energies;
}
