import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import { CommandError } from '../device/types.ts';
import { OutputError, type AudioOutput, type AudioSource } from '../playback/audio-output.ts';
import { VOLUME_SETTINGS, type Players } from '../players/players.ts';
import type { HostPlayers, PlayerRequest } from './host.ts';

/**
 * Controls the real players by commands: what the programme plays where it plays something, and otherwise a test tone, or the
 * station of the radio.
 * @param tone the test tone, which the output can play when it returns
 */
export function createHostPlayers(output: AudioOutput, tone: () => Track): HostPlayers {
  /** Players that a command has started, with the title of what they play. */
  const started = new Map<PlayerChannel, { title: string; players: Players }>();
  output.onEnded((channel) => {
    const former = started.get(channel);
    started.delete(channel);
    if (former && former.players.status(channel).current_track === former.title) former.players.finish(channel);
  });

  async function play({ channel, address, players, settings }: PlayerRequest): Promise<void> {
    const volume = settings[VOLUME_SETTINGS[channel]];
    const { source, title, duration } = channel === 'radio' ? stationOf(address, settings) : tone();
    await output.play(channel, source, { volume });
    started.set(channel, { title, players });
    players.show(channel, { title, duration, volume }, 0);
  }

  async function run(request: PlayerRequest): Promise<void> {
    const { channel, action, address, players, playback } = request;
    if (action === 'status') return;
    if (action === 'next' || action === 'previous')
      throw new CommandError('not_supported', 'the players of this device have no list to skip in');
    if (address === undefined && playback.control(channel, action)) return;
    const paused = players.status(channel).state === 'paused' && started.has(channel);
    if (action === 'play' && !(paused && address === undefined)) return play(request);
    if (action === 'play') {
      await output.resume(channel);
      players.play(channel);
    } else if (action === 'pause') {
      await output.pause(channel);
      players.pause(channel);
    } else {
      started.delete(channel);
      await output.stop(channel);
      players.stop(channel);
    }
  }

  return {
    control: (request) =>
      run(request).catch((error: unknown) => {
        throw error instanceof OutputError ? new CommandError('player_error', error.message) : error;
      }),
    volumeChanged(channel, volume) {
      if (started.has(channel)) void output.setVolume(channel, volume).catch(() => {});
    },
  };
}

export type Track = { source: AudioSource; title: string; duration: number };

function stationOf(address: string | undefined, { current_radio_url }: DeviceSettings): Track {
  const url = address ?? current_radio_url;
  if (url === null) throw new CommandError('invalid_params', 'no station is set');
  return { source: { url }, title: new URL(url).hostname, duration: 0 };
}
