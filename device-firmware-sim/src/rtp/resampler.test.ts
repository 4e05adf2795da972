import { describe, expect, it } from 'vitest';
import { createResampler } from './resampler.ts';

const LEVEL = 0.5;
const sine = (hz: number, rate: number, seconds = 1): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, index) => LEVEL * Math.sin((2 * Math.PI * hz * index) / rate));

function resample(samples: Float32Array, [from, to]: readonly [number, number], chunk = 1_000): Float32Array {
  const resampler = createResampler(from, to);
  const out: number[] = [];
  for (let at = 0; at < samples.length; at += chunk) out.push(...resampler.push(samples.subarray(at, at + chunk)));
  return Float32Array.from([...out, ...resampler.end()]);
}

/** The level of a tone in dB against what was put in, and of all else (THD+N) against the tone, after and before the edges. */
function measure(samples: Float32Array, hz: number, rate: number): { level: number; noise: number; phase: number } {
  const middle = samples.subarray(rate / 10, -rate / 10);
  let [sine, cosine] = [0, 0];
  middle.forEach((sample, index) => {
    const angle = (2 * Math.PI * hz * (index + rate / 10)) / rate;
    sine += (2 * sample * Math.sin(angle)) / middle.length;
    cosine += (2 * sample * Math.cos(angle)) / middle.length;
  });
  const power = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length;
  const tone = (sine * sine + cosine * cosine) / 2;
  const noise = middle.reduce((sum, sample, index) => {
    const angle = (2 * Math.PI * hz * (index + rate / 10)) / rate;
    return sum + (sample - sine * Math.sin(angle) - cosine * Math.cos(angle)) ** 2;
  }, 0);
  return {
    level: 10 * Math.log10(power / (LEVEL ** 2 / 2)),
    noise: 10 * Math.log10(noise / middle.length / tone),
    phase: Math.atan2(cosine, sine),
  };
}

const RATES = [
  [8_000, 16_000],
  [11_025, 16_000],
  [16_000, 8_000],
  [22_050, 8_000],
  [24_000, 44_100],
  [32_000, 8_000],
  [44_100, 8_000],
  [44_100, 16_000],
  [44_100, 48_000],
  [48_000, 8_000],
  [48_000, 16_000],
  [48_000, 44_100],
] as const;

describe.each(RATES)('from %i to %i Hz', (from, to) => {
  it('a tone keeps its level and instant, and nothing is added to it', () => {
    const out = resample(sine(1_000, from), [from, to]);
    expect(out.length).toBe(to);
    const { level, noise, phase } = measure(out, 1_000, to);
    expect(Math.abs(level)).toBeLessThan(0.01);
    expect(noise).toBeLessThan(-75);
    expect(Math.abs(phase)).toBeLessThan(0.001);
  });

  it('is the same in chunks of any length', () => {
    const samples = sine(700, from, 1).subarray(0, from / 5);
    expect(resample(samples, [from, to], 37)).toEqual(resample(samples, [from, to], 5_000));
  });

  it('what the new rate cannot have is not folded into it', () => {
    const hz = to * 0.6;
    if (hz >= from / 2) return;
    const out = resample(sine(hz, from), [from, to]).subarray(to / 10, -to / 10);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(LEVEL * 10 ** (-75 / 20));
  });
});
