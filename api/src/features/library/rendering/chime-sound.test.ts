import { CHIMES } from '@belfry/schemas/domain/announcements';
import { expect, it } from 'vitest';
import { chimeSound } from './chime-sound.ts';

const sounds = CHIMES.filter((chime) => chime !== 'none');

it.each(sounds)('the chime %s is the same WAV file each time, without clipping, and ends in silence', (chime) => {
  const { file, durationMs } = chimeSound(chime);
  expect(chimeSound(chime).file.equals(file)).toBe(true);
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 12)).toBe('RIFFWAVE');
  const samples = new Int16Array(Uint8Array.from(file.subarray(44)).buffer);
  expect(durationMs).toBe(Math.round((samples.length / file.readUInt32LE(24)) * 1_000));
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  expect(peak).toBeGreaterThan(4_000);
  expect(peak).toBeLessThan(32_767);
  const pause = samples.subarray(-0.4 * file.readUInt32LE(24));
  expect(pause.every((sample) => Math.abs(sample) < 200)).toBe(true);
});

it.each(sounds)('the chime %s is as loud as speech', (chime) => {
  const { loudness_lufs, peak_dbtp } = chimeSound(chime).loudness;
  expect(loudness_lufs).toBeCloseTo(-16, 1);
  expect(peak_dbtp).toBeLessThan(-1.5);
});

it('each chime sounds different', () => {
  expect(new Set(sounds.map((chime) => chimeSound(chime).file.toString('base64'))).size).toBe(sounds.length);
});
