import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import { PLAYER_CHANNELS, isPlaying, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { Clock } from '../hardware/clock.ts';
import { ANNOUNCEMENTS, GENRES, type Genre } from './media.ts';
import { createPlayerChannels } from './player-channels.ts';
import type { Random } from '../hardware/random.ts';
import type { Behaviour } from '../fleet/device-profiles.ts';

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

/** The player service of a device: its channels, driven by the configuration, by commands and by its own announcements. */
export function createPlayers({ clock, random, behaviour, settings, positionMs, publish }: PlayersDeps) {
  const genre = (): Genre => genreOf(settings(), behaviour);
  const channels = createPlayerChannels({ clock, random, settings: settings(), genre: genre(), positionMs, publish });
  const { play, stop, show, finish, tune, pause, next, previous, halt, reportAll, status } = channels;
  /** With a programme, nothing is made up. */
  let hasProgramme = false;
  let configured = (): void => {};
  const announcements = createAnnouncementSchedule(clock, random, behaviour.announcementIntervalMs);

  function announce(): void {
    play('voice', random.integer(0, ANNOUNCEMENTS.length - 1));
  }

  return {
    play,
    stop,
    show,
    finish,
    tune,
    pause,
    next,
    previous,
    halt,
    reportAll,
    status,
    announce,
    /** Starts the channel that the configuration names, or otherwise the profile of the device. */
    start(): void {
      const { music_status } = settings();
      if (music_status !== null && isPlaying(music_status)) play('music', 0);
      else if (music_status === null && behaviour.autoplay !== 'nothing' && !hasProgramme) play(behaviour.autoplay, 0);
    },
    /** Applies the changed settings: volumes, playlist and station. */
    configure(before: DeviceSettings): void {
      const now = settings();
      for (const channel of PLAYER_CHANNELS) channels.setVolume(channel, now[VOLUME_SETTINGS[channel]]);
      configured();
      if (now.music_type !== before.music_type) channels.loadMusic(genre());
      if (now.current_radio_url !== before.current_radio_url && now.current_radio_url) tune(now.current_radio_url);
      if (now.music_status === before.music_status || now.music_status === null) return;
      if (isPlaying(now.music_status)) play('music');
      else stop('music');
    },
    /** Sets what is called when the settings have changed. */
    onConfigured: (handle: () => void): void => void (configured = handle),
    /** A device with a programme plays nothing that its profile makes up. */
    setProgramme(has: boolean): void {
      hasProgramme = has;
      if (!has || settings().music_status !== null) return;
      channels.stopPlaylist('music');
      channels.stopPlaylist('radio');
    },
    /** The number of channels that play. */
    playing: (): number => PLAYER_CHANNELS.filter(channels.isPlaying).length,
    /** Must be called once a second. */
    tick(): void {
      if (!hasProgramme && announcements.isDue() && !channels.isPlaying('voice')) announce();
      for (const channel of PLAYER_CHANNELS) channels.tick(channel);
    },
  };
}

const genreOf = ({ music_type }: DeviceSettings, { genre }: Behaviour): Genre =>
  GENRES.find((name) => name === music_type) ?? genre;

/** The times at which a device plays an announcement by itself, irregular so that a fleet does not play at once. */
function createAnnouncementSchedule(clock: Clock, random: Random, meanIntervalMs: number) {
  let dueAt = clock.monotonic() + random.between(0.2, 1) * meanIntervalMs;
  return {
    /** Whether the time has come; if so, the next time is set. */
    isDue(): boolean {
      if (clock.monotonic() < dueAt) return false;
      dueAt = clock.monotonic() + random.between(0.7, 1.3) * meanIntervalMs;
      return true;
    },
  };
}
