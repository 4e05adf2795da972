import { expect, it } from 'vitest';
import { createCaptureClock } from './capture-clock.ts';

it('follows the quickest frame, whatever the delays of the others are', () => {
  const clock = createCaptureClock();
  expect(clock(1_060)).toBe(1_020);
  // 20 ms sooner than the first one promised: the first was late.
  expect(clock(1_080)).toBe(1_040);
  expect(clock(1_200)).toBe(1_080);
  expect(clock(1_201)).toBe(1_120);
  expect(clock(1_202)).toBe(1_160);
  expect(clock(1_240)).toBe(1_200);
});

it('begins again after the sound was interrupted', () => {
  const clock = createCaptureClock();
  clock(1_040);
  expect(clock(9_080)).toBe(9_040);
  expect(clock(9_120)).toBe(9_080);
});
