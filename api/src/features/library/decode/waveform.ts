import { AUDIO_CHANNELS_MAX, AUDIO_MAX_MS } from '@belfry/schemas/domain/announcements';

const PEAKS = 400;
const BLOCK = 1_024;

export type Waveform = {
  /** Throws DamagedError beyond the limits of audio, so that nothing decodes for ever. */
  add(channels: readonly Float32Array[], sampleRate: number): void;
  durationMs(): number;
  /** At most 400 levels from 0 to 1, of equal parts. */
  peaks(): number[];
};

export function createWaveform(): Waveform {
  const blocks: number[] = [];
  let samples = 0;
  let seconds = 0;
  let level = 0;
  return {
    add(channels, sampleRate) {
      const [first] = channels;
      if (!first || first.length === 0) return;
      seconds += first.length / sampleRate;
      checkLimits({ ms: seconds * 1_000, channels: channels.length, samples: samples + first.length });
      for (const sample of first) {
        const height = Math.abs(sample);
        if (height > level) level = height;
        samples += 1;
        if (samples % BLOCK === 0) {
          blocks.push(level);
          level = 0;
        }
      }
    },
    durationMs: () => Math.round(seconds * 1_000),
    peaks() {
      const all = samples % BLOCK === 0 ? blocks : [...blocks, level];
      const parts = Math.min(PEAKS, all.length);
      return Array.from({ length: parts }, (_, index) => {
        const part = all.slice(
          Math.floor((index * all.length) / parts),
          Math.floor(((index + 1) * all.length) / parts),
        );
        // Two decimals are more than a waveform shows.
        return Math.round(Math.min(1, Math.max(...part)) * 100) / 100;
      });
    },
  };
}

/** Samples of a channel: the longest file at the rate of studios. A few bytes may state any rate. */
const SAMPLES_MAX = (AUDIO_MAX_MS / 1_000) * 48_000;

/**
 * Throws DamagedError for sound that is longer, or has more channels, than a device plays. It is asked about what a file states, before
 * anything is decoded, and about what was decoded so far, because a file may state anything.
 * @param sound.samples of one channel, decoded so far
 */
export function checkLimits({
  ms = 0,
  channels = 1,
  samples = 0,
}: {
  ms?: number;
  channels?: number;
  samples?: number;
}): void {
  if (ms > AUDIO_MAX_MS || samples > SAMPLES_MAX)
    throw new DamagedError(`Audio may be ${AUDIO_MAX_MS / 3_600_000} hours long at most`);
  if (channels > AUDIO_CHANNELS_MAX) throw new DamagedError(`Audio may have ${AUDIO_CHANNELS_MAX} channels at most`);
}

/** A file that cannot be played; `message` is shown to users. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';
}

export const cutOff = (): DamagedError => new DamagedError('The file is incomplete: its end is missing');
export const damaged = (): DamagedError => new DamagedError('The file is damaged');
