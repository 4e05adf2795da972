import { AUDIO_CHANNELS_MAX, AUDIO_MAX_MS } from '@belfry/schemas/domain/announcements';
import { DamagedError } from './damaged.ts';

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
