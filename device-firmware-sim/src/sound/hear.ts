import type { PlayerSound } from '@belfry/schemas/domain/sound-tests';
import { correlations, rms } from './correlation.ts';

export type Heard = Required<Pick<PlayerSound, 'correlation' | 'level_db' | 'noise_db'>> &
  Pick<PlayerSound, 'result' | 'reason'>;

/** Echoes lower the correlation of what was played to two thirds, noise ten times as strong to a quarter; tones of others stay below a fifth. */
const LIKE = 0.24;
/** Ratio of the best correlation to that elsewhere; noise stays below. */
const STANDS_OUT = 7;
/** The echoes of the tone itself are not noise. */
const ECHO_S = 0.05;
const NOISE_SHARE = 0.7;
/** Correlation that no noise reaches, but a tone that drowns in noise may. */
const PERHAPS = 0.1;
/** A tone that is not heard in a room this loud says nothing. */
const NOISY_DB = -10;

const toDb = (amplitude: number): number => Math.round(200 * Math.log10(Math.max(amplitude, 1e-6))) / 10;

/**
 * Whether a tone is heard in a recording of the same rate. One that may be there, but drowns in noise, is not tested.
 */
export function hear(recording: Float32Array, tone: Float32Array, rate: number): Heard {
  const { match, values, gain } = correlations(withSilence(recording, tone.length), tone);
  const away = values.filter((_value, at) => Math.abs(at - match.at) > ECHO_S * rate);
  const elsewhere = rms(away);
  const noise = quietest(recording, Math.round(rate / 4));
  const standsOut = match.correlation > STANDS_OUT * elsewhere;
  const measured = {
    correlation: Math.min(1, Math.round(match.correlation * 1_000) / 1_000),
    level_db: toDb(gain),
    noise_db: toDb(noise),
  };
  if (standsOut && match.correlation >= LIKE) return { result: 'heard', ...measured };
  // Its share of the recording at that place is small because of the noise, and not because something else sounds there.
  const drowned =
    standsOut && match.correlation >= PERHAPS && noise > NOISE_SHARE * ((gain * rms(tone)) / match.correlation);
  if (drowned || measured.noise_db > NOISY_DB) return { result: 'not_tested', reason: 'too_noisy', ...measured };
  return { result: 'not_heard', ...measured };
}

/** A player can discard the last milliseconds of what it plays when it ends, so a recording may be shorter than the tone. */
function withSilence(recording: Float32Array, samples: number): Float32Array {
  const padded = new Float32Array(recording.length + samples);
  padded.set(recording);
  return padded;
}

/** The root mean square of the quietest part of this length: the room without the tone. */
function quietest(recording: Float32Array, length: number): number {
  let least = Infinity;
  for (let at = 0; at + length <= recording.length; at += length)
    least = Math.min(least, rms(recording.subarray(at, at + length)));
  return least === Infinity ? rms(recording) : least;
}
