import { z } from 'zod';
import { VOLUME_MAX } from './limits.ts';

/** What sound is measured as (EBU R 128): null where there is nothing to hear, or it is not measured. */
export type Loudness = {
  /** Integrated loudness in LUFS. */
  loudness_lufs: number | null;
  /** True peak in dBTP: the highest level between the samples as well. */
  peak_dbtp: number | null;
};

/** What an organisation may choose, in LUFS: speech with chimes and alarm, and music. */
export const TARGET_LUFS = { min: -23, max: -16 } as const;
export const DEFAULT_TARGETS = { speech_lufs: -16, music_lufs: -20 } as const;
const targetSchema = z.int().min(TARGET_LUFS.min).max(TARGET_LUFS.max);
export const loudnessTargetsSchema = z
  .strictObject({
    speech_lufs: targetSchema.describe('announcements, chimes and the alarm, in LUFS'),
    music_lufs: targetSchema.describe('playlists, in LUFS'),
  })
  .meta({ id: 'LoudnessTargets' });
export type LoudnessTargets = z.infer<typeof loudnessTargetsSchema>;

/** Range by which a place may be softer or louder than the targets, in dB. */
export const TRIM_DB = { min: -12, max: 6 } as const;
export const trimSchema = z.int().min(TRIM_DB.min).max(TRIM_DB.max);

/** Nothing is amplified above it. */
export const PEAK_MAX_DBTP = -1.5;
/** Gains are multiples of it; a smaller difference is not heard. */
export const GAIN_STEP_DB = 0.5;
export const gainDbSchema = z.number().min(-60).max(40);

const inSteps = (gain: number, round: (value: number) => number): number =>
  round(gain / GAIN_STEP_DB) * GAIN_STEP_DB || 0;

/**
 * The gain in dB with which a file has the loudness that is wanted, in LUFS, whatever its peaks then are. 0 for one that is silent or not
 * measured.
 */
export const wantedGain = ({ loudness_lufs: lufs }: Loudness, wantedLufs: number): number =>
  lufs === null ? 0 : inSteps(wantedLufs - lufs, Math.round);

/** The same, but at most so much that the true peak stays at PEAK_MAX_DBTP. */
export function limitedGain(loudness: Loudness, wantedLufs: number): number {
  const gain = wantedGain(loudness, wantedLufs);
  if (loudness.peak_dbtp === null) return gain;
  return Math.min(gain, inSteps(PEAK_MAX_DBTP - loudness.peak_dbtp, Math.floor));
}

/** The volume at which the level is 1 neper more, so that even steps are heard as even: that of MPD. */
const CURVE = 25;
const FULL = Math.exp(VOLUME_MAX / CURVE) - 1;

/** The level of a volume (0 to 100) in dB below full: 80 is -7.2, 50 is -18.5, 0 is silence (-Infinity). */
export const volumeToDb = (volume: number): number => 20 * Math.log10((Math.exp(volume / CURVE) - 1) / FULL);

/** The volume (0 to 100, not rounded) with this level in dB; 100 for everything above 0. */
export const dbToVolume = (db: number): number => Math.min(VOLUME_MAX, CURVE * Math.log(1 + FULL * 10 ** (db / 20)));
