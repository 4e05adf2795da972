import { expect, it } from 'vitest';
import { createWaveform } from './waveform.ts';

const silence = (samples: number, channels = 1): Float32Array[] =>
  Array.from({ length: channels }, () => new Float32Array(samples));

it('refuses sound beyond 12 hours while it is decoded, whatever the file states', () => {
  const waveform = createWaveform();
  for (let hour = 1; hour <= 12; hour += 1) waveform.add(silence(3_600), 1);
  expect(waveform.durationMs()).toBe(12 * 3_600_000);
  expect(() => waveform.add(silence(1), 1)).toThrow('Audio may be 12 hours long at most');
});

it('refuses a rate of zero, at which sound would never end', () =>
  expect(() => createWaveform().add(silence(1), 0)).toThrow('12 hours'));

it('refuses more than two channels', () => {
  createWaveform().add(silence(10, 2), 48_000);
  expect(() => createWaveform().add(silence(10, 3), 48_000)).toThrow('Audio may have 2 channels at most');
});
