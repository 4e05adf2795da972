import { describe, expect, it } from 'vitest';
import { createRandom } from '../hardware/random.ts';
import { chirp } from './chirp.ts';
import { findPattern, rms } from './correlation.ts';
import { downsample, formatWav, samplesOf } from './pcm.ts';

const RATE = 8_000;
const { samples: up } = chirp({ rate: RATE, fromHz: 300, toHz: 3_000, seconds: 0.3 });
const { samples: down } = chirp({ rate: RATE, fromHz: 3_000, toHz: 300, seconds: 0.3 });
const random = createRandom('noise');
const noise = (length: number, amplitude: number): Float32Array =>
  Float32Array.from({ length }, () => random.between(-amplitude, amplitude));

function recordingOf(sound: Float32Array, at: number, gain: number, noiseAmplitude: number): Float32Array {
  const recording = noise(2 * RATE, noiseAmplitude);
  for (const [index, sample] of sound.entries()) recording[at + index] = (recording[at + index] ?? 0) + gain * sample;
  return recording;
}

describe('a pattern', () => {
  it('is found at its sample, whatever its volume', () => {
    for (const gain of [1, 0.02]) {
      const { at, correlation } = findPattern(recordingOf(up, 4_321, gain, 0), up);
      expect(at).toBe(4_321);
      expect(correlation).toBeCloseTo(1, 5);
    }
  });

  it('is found under noise that is as loud as itself', () => {
    const { at, correlation } = findPattern(recordingOf(up, 4_321, 1, 0.4), up);
    expect(at).toBe(4_321);
    expect(correlation).toBeGreaterThan(0.7);
  });

  it('is not found in another sound, in noise or in silence', () => {
    expect(findPattern(recordingOf(down, 100, 1, 0), up).correlation).toBeLessThan(0.3);
    expect(findPattern(noise(2 * RATE, 1), up).correlation).toBeLessThan(0.2);
    expect(findPattern(new Float32Array(2 * RATE), up)).toEqual({ at: 0, correlation: 0 });
  });
});

it('the samples of a WAV file are those that were written, clipped at full scale', () => {
  const samples = Float32Array.of(0, 0.5, -1, 2);
  const read = samplesOf(formatWav({ samples, rate: RATE }).subarray(44), 1);
  expect([...read].map((sample) => Math.round(sample * 1_000) / 1_000)).toEqual([0, 0.5, -1, 1]);
});

it('channels and neighbouring samples are averaged', () => {
  const stereo = Buffer.from(Int16Array.of(16_384, 0, -16_384, -16_384).buffer);
  expect([...samplesOf(stereo, 2)]).toEqual([0.25, -0.5]);
  expect([...downsample(Float32Array.of(1, 0, 0.5, 0.5, 9), 2)]).toEqual([0.5, 0.5]);
});

it('the root mean square of a sine is its amplitude divided by the square root of two', () => {
  const sine = Float32Array.from({ length: RATE }, (_, index) => 0.6 * Math.sin((2 * Math.PI * 100 * index) / RATE));
  expect(rms(sine)).toBeCloseTo(0.6 / Math.SQRT2, 3);
  expect(rms(new Float32Array())).toBe(0);
});
