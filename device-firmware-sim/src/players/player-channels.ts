import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import { createChannelReports } from './channel-reports.ts';
import { ANNOUNCEMENTS, PLAYLISTS, type Genre, type Track } from './media.ts';
import { Player } from './player.ts';
import { createRadioTuner } from './radio-tuner.ts';

export type PlayerChannelsDeps = {
  clock: Clock;
  random: Random;
  settings: DeviceSettings;
  genre: Genre;
  /** How often the position of a playing channel is reported, in milliseconds. */
  positionMs: number;
  publish: (status: PlayerStatus) => void;
};

/**
 * The three channels of a device, each change of which is reported. Music and radio share one loudspeaker, so only one
 * of them plays at a time.
 */
export function createPlayerChannels({ clock, random, settings, genre, positionMs, publish }: PlayerChannelsDeps) {
  const tuner = createRadioTuner(random.fork('radio'), settings.current_radio_url);
  const players: Record<PlayerChannel, Player> = {
    voice: new Player('voice', clock, ANNOUNCEMENTS, settings.system_volume),
    music: new Player('music', clock, PLAYLISTS[genre], settings.music_volume),
    radio: new Player('radio', clock, tuner.playlist(), settings.radio_volume),
  };
  const status = (channel: PlayerChannel): PlayerStatus => players[channel].status();
  const { report, isPositionDue } = createChannelReports({
    clock,
    positionMs,
    publish: (channel) => publish(status(channel)),
  });

  function change(channel: PlayerChannel, apply: (player: Player) => void): void {
    apply(players[channel]);
    report(channel);
  }

  function stop(channel: PlayerChannel): void {
    change(channel, (player) => player.stop());
  }

  /** What begins on one channel ends what plays on the same loudspeaker. */
  function start(channel: PlayerChannel, apply: (player: Player) => void): void {
    const other = channel === 'music' ? players.radio : channel === 'radio' ? players.music : null;
    if (other?.isPlaying) stop(other.channel);
    change(channel, apply);
  }

  function play(channel: PlayerChannel, index?: number): void {
    start(channel, (player) => player.play(index));
  }

  function tune(url?: string | null): void {
    tuner.tune(url);
    change('radio', (player) => player.load(tuner.playlist()));
  }

  return {
    play,
    /** Tunes the radio to a station, or to the next preset. */
    tune,
    stop,
    status,
    /** Shows what the device plays from elsewhere than its playlists. `positionS` is in seconds. */
    show: (channel: PlayerChannel, track: Track & { volume: number }, positionS: number): void =>
      start(channel, (player) => player.show(track, positionS)),
    /** What is shown has ended by itself. */
    finish: (channel: PlayerChannel): void => change(channel, (player) => player.finish()),
    /** Stops what the playlists of this channel play. */
    stopPlaylist(channel: PlayerChannel): void {
      if (players[channel].isPlaying && !players[channel].isShowing) stop(channel);
    },
    pause: (channel: PlayerChannel): void => change(channel, (player) => player.pause()),
    next: (channel: PlayerChannel): void => {
      if (channel === 'radio') tune();
      else players[channel].next();
      play(channel);
    },
    previous: (channel: PlayerChannel): void => {
      players[channel].previous();
      play(channel);
    },
    setVolume(channel: PlayerChannel, volume: number): void {
      if (players[channel].volume !== volume) change(channel, (player) => (player.volume = volume));
    },
    /** Changes the playlist of the music channel, without a report. */
    loadMusic: (next: Genre): void => players.music.load(PLAYLISTS[next]),
    /** Stops all channels without reporting, as when the player service stops. */
    halt: (): void => PLAYER_CHANNELS.forEach((channel) => players[channel].stop()),
    reportAll: (): void => PLAYER_CHANNELS.forEach(report),
    isPlaying: (channel: PlayerChannel): boolean => players[channel].isPlaying,
    /** Must be called once a second: handles ends of tracks, and reports positions. */
    tick(channel: PlayerChannel): void {
      const player = players[channel];
      const ended = player.tick();
      const renamed = channel === 'radio' && player.isPlaying && tuner.tick();
      if (renamed) player.rename(tuner.playlist());
      if (ended || renamed || (player.isPlaying && isPositionDue(channel))) report(channel);
    },
  };
}
