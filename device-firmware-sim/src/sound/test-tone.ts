import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import { chirp } from './chirp.ts';
import type { Sound } from './pcm.ts';

export const TONE_SECONDS = 1;
/** Every loudspeaker reproduces what is between, and so does a recording with 8,000 samples a second. */
const CENTRE_HZ = 2_000;
/** Tones differ in how fast they rise or fall: two that differ by a step correlate with at most a sixth. */
const SLOWEST_HZ = 1_000;
const STEP_HZ = 40;
const STEPS = 50;
/** The tones of the players of one device, and of most neighbours, differ by many steps. */
const CHANNEL_STEPS = 17;
const TONES = 2 * STEPS;

/** Which of the tones a player of a device has: so that none is taken for that of another player, or of a neighbour. */
export function toneNumber(serial: string, channel: PlayerChannel): number {
  let number = 0x811c9dc5;
  for (const letter of serial) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return ((number >>> 0) + PLAYER_CHANNELS.indexOf(channel) * CHANNEL_STEPS) % TONES;
}

/** The tone with this number: the first half of them rises, the others fall. */
export function testTone(number: number, rate: number): Sound {
  const width = SLOWEST_HZ + STEP_HZ * (number % STEPS);
  const [low, high] = [CENTRE_HZ - width / 2, CENTRE_HZ + width / 2];
  const [fromHz, toHz] = number < STEPS ? [low, high] : [high, low];
  return chirp({ rate, seconds: TONE_SECONDS, fromHz, toHz });
}
