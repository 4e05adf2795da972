import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';

/** What is heard: `peak` 0 to 1, where 1 is as loud as it can be. */
export type Level = {
  peak: number;
  /** It was too loud a moment ago, so that it is distorted. */
  clipped: boolean;
  /** Nothing was heard for 3 s. */
  silent: boolean;
};

export const NO_LEVEL: Level = { peak: 0, clipped: false, silent: false };

/** Silence is reported after this time. */
export const SILENT_AFTER_MS = 3_000;
/** −54 dB: below the noise of any room, above what a muted microphone gives. */
const SILENCE = 0.002;
const CLIPPING = 0.985;
const CLIPPED_SHOWN_MS = 1_500;
/** How much of a peak is left after a frame, so that the meter falls slower than it rises. */
const DECAY = 0.8;

/** Reads the level of frames of 40 ms, one after the other. */
export function createLevelMeter(): (samples: Float32Array) => Level {
  let level = 0;
  let silentMs = 0;
  let sinceClippedMs = Infinity;
  return (samples) => {
    const peak = peakOf(samples);
    level = Math.max(peak, level * DECAY);
    silentMs = peak < SILENCE ? silentMs + PAGE_FRAME_MS : 0;
    sinceClippedMs = peak >= CLIPPING ? 0 : sinceClippedMs + PAGE_FRAME_MS;
    return { peak: level, clipped: sinceClippedMs < CLIPPED_SHOWN_MS, silent: silentMs >= SILENT_AFTER_MS };
  };
}

export function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.min(1, peak);
}

const FLOOR_DB = -54;
/** The position of a meter, 0 to 1: by decibels, as people hear. */
export const meterOf = (peak: number): number =>
  peak <= 0 ? 0 : Math.max(0, Math.min(1, 1 - (20 * Math.log10(peak)) / FLOOR_DB));
