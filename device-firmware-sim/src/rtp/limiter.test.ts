import { expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

const RATE = 16_000;
const BLOCK = 320;

function limit(samples: Float32Array): { out: Float32Array; delay: number } {
  const limiter = createLimiter(RATE);
  const out = new Float32Array(samples);
  for (let at = 0; at < out.length; at += BLOCK) limiter.process(out.subarray(at, at + BLOCK));
  return { out, delay: limiter.delay };
}

it('changes nothing that is below the ceiling, but for its delay', () => {
  const samples = Float32Array.from({ length: 4 * BLOCK }, (_, index) => 0.9 * Math.sin(index / 3));
  const { out, delay } = limit(samples);
  expect(out.subarray(delay)).toEqual(samples.subarray(0, -delay));
});

it('no sample of anything reaches full scale, and what follows a peak is as it was', () => {
  let state = 1;
  const noise = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state / 2 ** 30 - 1) * 6;
  };
  const loud = Float32Array.from({ length: 20 * BLOCK }, noise);
  const samples = new Float32Array(100 * BLOCK);
  samples.set(loud, 3 * BLOCK);
  samples.fill(0.25, 90 * BLOCK);
  const { out } = limit(samples);
  expect(Math.max(...out.map(Math.abs))).toBeLessThan(0.9887);
  expect(Math.max(...out.subarray(3 * BLOCK, 24 * BLOCK).map(Math.abs))).toBeGreaterThan(0.9);
  expect(out.at(-1)).toBe(0.25);
});

it('turns down before a peak, without a jump', () => {
  const samples = new Float32Array(10 * BLOCK).fill(0.5);
  samples[5 * BLOCK] = 2;
  const { out, delay } = limit(samples);
  const steps = out.subarray(delay + 1).map((sample, index) => Math.abs(sample - (out[delay + index] ?? 0)));
  const around = 5 * BLOCK;
  expect(out[around + delay]).toBeCloseTo(0.9886, 3);
  expect(Math.max(...steps.subarray(0, around - 1))).toBeLessThan(0.01);
});
