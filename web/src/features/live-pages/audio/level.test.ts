import { expect, it } from 'vitest';
import { createLevelMeter, meterOf, SILENT_AFTER_MS } from './level.ts';

const frame = (value: number): Float32Array => new Float32Array(1_920).fill(value);
const FRAMES_OF_SILENCE = SILENT_AFTER_MS / 40;

it('says that nothing is heard after 3 s of silence, and no longer once something is', () => {
  const levelOf = createLevelMeter();
  for (let count = 1; count < FRAMES_OF_SILENCE; count++) expect(levelOf(frame(0)).silent).toBe(false);
  expect(levelOf(frame(0.001)).silent).toBe(true);
  expect(levelOf(frame(-0.1)).silent).toBe(false);
});

it('shows for a moment that it was too loud', () => {
  const levelOf = createLevelMeter();
  expect(levelOf(frame(0.9)).clipped).toBe(false);
  expect(levelOf(frame(-1))).toMatchObject({ clipped: true, peak: 1 });
  const after = Array.from({ length: 40 }, () => levelOf(frame(0.1)).clipped);
  expect(after[0]).toBe(true);
  expect(after.at(-1)).toBe(false);
});

it('falls slower than it rises, by decibels', () => {
  const levelOf = createLevelMeter();
  expect(levelOf(frame(0.5)).peak).toBe(0.5);
  expect(levelOf(frame(0)).peak).toBeCloseTo(0.4);
  expect([meterOf(0), meterOf(1), meterOf(0.0001)]).toEqual([0, 1, 0]);
  expect(meterOf(0.0447)).toBeCloseTo(0.5, 1);
});
