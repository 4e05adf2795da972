import { CHANNEL_NUMBERS, isPlaying, type PlayerChannel } from '@belfry/schemas/domain/player';
import { VOLUME_MAX, VOLUME_MIN, VOLUME_STEP } from '@belfry/schemas/domain/limits';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';

/** The command that plays and stops each channel; see SET-6. */
export const PLAYER_COMMANDS = { voice: 'test_voices', music: 'test_music', radio: 'test_radio' } as const;

/** The arguments of `mpd_player` that request the status of a channel. */
export const statusArgs = (channel: PlayerChannel): string => `${CHANNEL_NUMBERS[channel]} status`;

/** What an unknown or failed status is shown as; see SET-9. */
const FAILED_STATUS: Omit<PlayerMessage, 'at'> = {
  state: 'error',
  volume: 0,
  current_track: null,
  position: 0,
  duration: 0,
  percentage: 0,
  playlist_length: 0,
};

const NEVER = new Date(0).toISOString();

/**
 * Stores the answer to a status request beside what MQTT delivers. It keeps the time of the last message, since the
 * device's clock and the browser's differ and a later message must not appear older.
 */
export function storeStatus(
  device: Pick<Device, 'players'>,
  channel: PlayerChannel,
  answer: PlayerStatus | null,
): void {
  const { channel: _channel, ...status } = answer ?? { channel, ...FAILED_STATUS };
  device.players[channel] = { ...status, at: device.players[channel]?.at ?? NEVER };
}

export type ShownState = 'playing' | 'paused' | 'error' | 'stopped';

export function shownState(state: string | undefined): ShownState {
  if (state === undefined) return 'stopped';
  if (isPlaying(state)) return 'playing';
  const word = state.toLowerCase();
  if (word === 'pause' || word === 'paused') return 'paused';
  return word === 'error' ? 'error' : 'stopped';
}

/** The next volume in this direction, on a multiple of the step. */
export function stepVolume(volume: number, direction: 1 | -1): number {
  const steps = volume / VOLUME_STEP;
  const next = (direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * VOLUME_STEP;
  return Math.min(VOLUME_MAX, Math.max(VOLUME_MIN, next));
}
