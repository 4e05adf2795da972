import { expect, it } from 'vitest';
import { dbToVolume, limitedGain, volumeToDb, wantedGain } from './loudness.ts';

it.each([
  ['a loud track is lowered', { loudness_lufs: -9.2, peak_dbtp: 0.3 }, -20, -11, -11],
  ['what is as loud as it should be stays', { loudness_lufs: -16.1, peak_dbtp: -1.6 }, -16, 0, 0],
  ['a soft file is amplified', { loudness_lufs: -30, peak_dbtp: -18 }, -16, 14, 14],
  ['a soft file with peaks, up to its peaks', { loudness_lufs: -30, peak_dbtp: -9.8 }, -16, 14, 8],
  ['a file that clips is lowered although it is soft', { loudness_lufs: -16, peak_dbtp: 0.2 }, -16, 0, -2],
  ['what is not measured stays', { loudness_lufs: null, peak_dbtp: null }, -16, 0, 0],
])('%s', (_what, loudness, lufs, gain, limited) => {
  expect([wantedGain(loudness, lufs), limitedGain(loudness, lufs)]).toEqual([gain, limited]);
});

it('a volume is a level, and the level is that volume', () => {
  expect(volumeToDb(0)).toBe(-Infinity);
  expect(volumeToDb(100)).toBeCloseTo(0);
  expect(volumeToDb(80)).toBeCloseTo(-7.15, 1);
  for (const volume of [0, 1, 20, 50, 99, 100]) expect(dbToVolume(volumeToDb(volume))).toBeCloseTo(volume);
  expect(dbToVolume(6)).toBe(100);
});
