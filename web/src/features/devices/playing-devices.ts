import { isPlaying, PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { PlayingDevices } from '@belfry/schemas/http/devices/playing';
import type { LiveMessage } from '../../lib/mqtt/message.ts';

/** Applies the state of a player to the device that is shown with it: another track, or that it has ended. */
export function applyToPlaying(playing: PlayingDevices, message: LiveMessage): void {
  if (message.kind !== 'player') return;
  const index = playing.devices.findIndex(
    ({ serial, channel }) => serial === message.serial && channel === message.channel,
  );
  const device = playing.devices[index];
  if (!device) return;
  if (isPlaying(message.payload.state)) {
    device.track = message.payload.current_track;
    return;
  }
  playing.devices.splice(index, 1);
  playing.total = Math.max(0, playing.total - 1);
}

/** Of each online device: speech before music, and music before radio. */
export function playingOf(devices: readonly Device[]): PlayingDevices {
  const playing = devices.flatMap(({ serial, name, status, players }) => {
    const channel = PLAYER_CHANNELS.find((each) => isPlaying(players[each]?.state ?? ''));
    if (status !== 'online' || channel === undefined) return [];
    return [{ serial, name, channel, track: players[channel]?.current_track ?? null }];
  });
  return { total: playing.length, devices: playing };
}
