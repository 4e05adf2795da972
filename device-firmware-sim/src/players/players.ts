import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import { PLAYER_CHANNELS, isPlaying, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/commands';
import type { Clock } from '../hardware/clock.ts';
import { ANNOUNCEMENTS, GENRES, PLAYLISTS, type Genre } from './media.ts';
import { Player } from './player.ts';
import type { Random } from '../hardware/random.ts';
import type { Behaviour } from '../fleet/device-profiles.ts';
import { createRadioTuner } from './radio-tuner.ts';

export type PlayersDeps = {
  clock: Clock;
  random: Random;
  behaviour: Behaviour;
  settings: () => DeviceSettings;
  /** How often the position of a playing channel is reported, in milliseconds. */
  positionMs: number;
  publish: (status: PlayerStatus) => void;
};

/** The setting with the volume of each channel; see CONF-8. */
export const VOLUME_SETTINGS = {
  voice: 'system_volume',
  music: 'music_volume',
  radio: 'radio_volume',
} as const satisfies Record<PlayerChannel, keyof DeviceSettings>;

export type Players = ReturnType<typeof createPlayers>;

/** The three channels of a device. Music and radio share one loudspeaker, so only one of them plays at a time. */
export function createPlayers({ clock, random, behaviour, settings, positionMs, publish }: PlayersDeps) {
  const tuner = createRadioTuner(random.fork('radio'), settings().current_radio_url);
  const players: Record<PlayerChannel, Player> = {
    voice: new Player('voice', clock, ANNOUNCEMENTS, settings().system_volume),
    music: new Player('music', clock, PLAYLISTS[genre()], settings().music_volume),
    radio: new Player('radio', clock, tuner.playlist(), settings().radio_volume),
  };
  const reportedAt: Record<PlayerChannel, number> = { voice: 0, music: 0, radio: 0 };
  let nextAnnouncementAt = clock.monotonic() + random.between(0.2, 1) * behaviour.announcementIntervalMs;

  function genre(): Genre {
    const wanted = settings().music_type;
    return GENRES.find((name) => name === wanted) ?? behaviour.genre;
  }

  function report(channel: PlayerChannel): void {
    reportedAt[channel] = clock.monotonic();
    publish(players[channel].status());
  }

  function play(channel: PlayerChannel, index?: number): void {
    const other = channel === 'music' ? players.radio : channel === 'radio' ? players.music : null;
    if (other?.isPlaying) {
      other.stop();
      report(other.channel);
    }
    players[channel].play(index);
    report(channel);
  }

  function announce(): void {
    play('voice', random.integer(0, ANNOUNCEMENTS.length - 1));
  }

  function stop(channel: PlayerChannel): void {
    players[channel].stop();
    report(channel);
  }

  function tune(url?: string | null): void {
    tuner.tune(url);
    players.radio.load(tuner.playlist());
    report('radio');
  }

  /** Starts the channel that the configuration names, or otherwise the profile of the device. */
  function start(): void {
    const { music_status } = settings();
    if (music_status !== null && isPlaying(music_status)) play('music', 0);
    else if (music_status === null && behaviour.autoplay !== 'nothing') play(behaviour.autoplay, 0);
  }

  function tickChannel(channel: PlayerChannel): void {
    const player = players[channel];
    const ended = player.tick();
    const renamed = channel === 'radio' && player.isPlaying && tuner.tick();
    if (renamed) player.rename(tuner.playlist());
    const due = player.isPlaying && clock.monotonic() - reportedAt[channel] >= positionMs;
    if (ended || renamed || due) report(channel);
  }

  return {
    play,
    stop,
    start,
    tune,
    pause(channel: PlayerChannel): void {
      players[channel].pause();
      report(channel);
    },
    next(channel: PlayerChannel): void {
      if (channel === 'radio') tune();
      else players[channel].next();
      play(channel);
    },
    previous(channel: PlayerChannel): void {
      players[channel].previous();
      play(channel);
    },
    announce,
    /** Applies the changed settings: volumes, playlist and station. */
    configure(before: DeviceSettings): void {
      const now = settings();
      for (const channel of PLAYER_CHANNELS) {
        const volume = now[VOLUME_SETTINGS[channel]];
        if (players[channel].volume === volume) continue;
        players[channel].volume = volume;
        report(channel);
      }
      if (now.music_type !== before.music_type) players.music.load(PLAYLISTS[genre()]);
      if (now.current_radio_url !== before.current_radio_url && now.current_radio_url) tune(now.current_radio_url);
      if (now.music_status === before.music_status || now.music_status === null) return;
      if (isPlaying(now.music_status)) play('music');
      else stop('music');
    },
    /** Stops all channels without reporting, as when the player service stops. */
    halt(): void {
      for (const channel of PLAYER_CHANNELS) players[channel].stop();
    },
    reportAll(): void {
      for (const channel of PLAYER_CHANNELS) report(channel);
    },
    status: (channel: PlayerChannel): PlayerStatus => players[channel].status(),
    playing: (): number => PLAYER_CHANNELS.filter((channel) => players[channel].isPlaying).length,
    /** Must be called once a second. */
    tick(): void {
      if (clock.monotonic() >= nextAnnouncementAt) {
        nextAnnouncementAt = clock.monotonic() + random.between(0.7, 1.3) * behaviour.announcementIntervalMs;
        if (!players.voice.isPlaying) announce();
      }
      for (const channel of PLAYER_CHANNELS) tickChannel(channel);
    },
  };
}
