import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
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
  const reportedAt: Record<PlayerChannel, number> = { voice: 0, music: 0, radio: 0 };

  function report(channel: PlayerChannel): void {
    reportedAt[channel] = clock.monotonic();
    publish(players[channel].status());
  }

  function stopOther(channel: PlayerChannel): void {
    const other = channel === 'music' ? players.radio : channel === 'radio' ? players.music : null;
    if (!other?.isPlaying) return;
    other.stop();
    report(other.channel);
  }

  function play(channel: PlayerChannel, index?: number): void {
    stopOther(channel);
    players[channel].play(index);
    report(channel);
  }

  function tune(url?: string | null): void {
    tuner.tune(url);
    players.radio.load(tuner.playlist());
    report('radio');
  }

  return {
    play,
    /** Tunes the radio to a station, or to the next preset. */
    tune,
    /** Shows what the device plays from elsewhere than its playlists. `positionS` is in seconds. */
    show: (channel: PlayerChannel, track: Track & { volume: number }, positionS: number): void => {
      stopOther(channel);
      players[channel].show(track, positionS);
      report(channel);
    },
    /** What is shown has ended by itself. */
    finish: (channel: PlayerChannel): void => {
      players[channel].finish();
      report(channel);
    },
    /** Stops what the playlists of this channel play. */
    stopPlaylist(channel: PlayerChannel): void {
      if (!players[channel].isPlaying || players[channel].isShowing) return;
      players[channel].stop();
      report(channel);
    },
    stop: (channel: PlayerChannel): void => {
      players[channel].stop();
      report(channel);
    },
    pause: (channel: PlayerChannel): void => {
      players[channel].pause();
      report(channel);
    },
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
      if (players[channel].volume === volume) return;
      players[channel].volume = volume;
      report(channel);
    },
    /** Changes the playlist of the music channel, without a report. */
    loadMusic: (next: Genre): void => players.music.load(PLAYLISTS[next]),
    /** Stops all channels without reporting, as when the player service stops. */
    halt: (): void => {
      for (const channel of PLAYER_CHANNELS) players[channel].stop();
    },
    reportAll: (): void => {
      for (const channel of PLAYER_CHANNELS) report(channel);
    },
    status: (channel: PlayerChannel): PlayerStatus => players[channel].status(),
    isPlaying: (channel: PlayerChannel): boolean => players[channel].isPlaying,
    /** Must be called once a second: handles ends of tracks, and reports positions. */
    tick(channel: PlayerChannel): void {
      const player = players[channel];
      const ended = player.tick();
      const renamed = channel === 'radio' && player.isPlaying && tuner.tick();
      if (renamed) player.rename(tuner.playlist());
      const due = player.isPlaying && clock.monotonic() - reportedAt[channel] >= positionMs;
      if (ended || renamed || due) report(channel);
    },
  };
}
