import type { DeviceSettings } from '@belfry/schemas/domain/configuration';
import { isPlaying, PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { Behaviour } from '../fleet/device-profiles.ts';
import type { Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';
import { ANNOUNCEMENTS, createRadioTuner, GENRES, PLAYLISTS, type Genre, type Track } from './media.ts';
import { Player } from './player.ts';

type PlayersDeps = {
  clock: Clock;
  random: Random;
  behaviour: Behaviour;
  settings: () => DeviceSettings;
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

export function createPlayers({ clock, random, behaviour, settings, positionMs, publish }: PlayersDeps) {
  const genre = (): Genre => genreOf(settings(), behaviour);
  const channels = createPlayerChannels({ clock, random, settings: settings(), genre: genre(), positionMs, publish });
  const { play, stop, show, finish, setProblem, tune, pause, next, previous, halt, reportAll, status } = channels;
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
    setProblem,
    tune,
    pause,
    next,
    previous,
    halt,
    reportAll,
    status,
    announce,
    start(): void {
      const { music_status } = settings();
      if (music_status !== null && isPlaying(music_status)) play('music', 0);
      else if (music_status === null && behaviour.autoplay !== 'nothing' && !hasProgramme) play(behaviour.autoplay, 0);
    },
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
    onConfigured: (handle: () => void): void => void (configured = handle),
    /** A device with a programme plays nothing that its profile makes up. */
    setProgramme(has: boolean): void {
      hasProgramme = has;
      if (!has || settings().music_status !== null) return;
      channels.stopPlaylist('music');
      channels.stopPlaylist('radio');
    },
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

type PlayerChannelsDeps = {
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
function createPlayerChannels({ clock, random, settings, genre, positionMs, publish }: PlayerChannelsDeps) {
  const tuner = createRadioTuner(random.fork('radio'), settings.current_radio_url);
  const players: Record<PlayerChannel, Player> = {
    voice: new Player('voice', clock, ANNOUNCEMENTS, settings.system_volume),
    music: new Player('music', clock, PLAYLISTS[genre], settings.music_volume),
    radio: new Player('radio', clock, tuner.playlist(), settings.radio_volume),
  };
  const status = (channel: PlayerChannel): PlayerStatus => players[channel].status();
  /** When each channel was reported, so that the position of a playing one is reported at intervals. */
  const reportedAt: Record<PlayerChannel, number> = { voice: 0, music: 0, radio: 0 };
  const isPositionDue = (channel: PlayerChannel): boolean => clock.monotonic() - reportedAt[channel] >= positionMs;

  function report(channel: PlayerChannel): void {
    reportedAt[channel] = clock.monotonic();
    publish(status(channel));
  }

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
    tune,
    stop,
    status,
    /** Shows what the device plays from elsewhere than its playlists. `positionS` is in seconds. */
    show: (channel: PlayerChannel, track: Track & { volume: number }, positionS: number): void =>
      start(channel, (player) => player.show(track, positionS)),
    /** Reported only where it changes. */
    setProblem: (channel: PlayerChannel, problem: PlayerStatus['problem'] = null): void => {
      if (JSON.stringify(players[channel].problem) !== JSON.stringify(problem))
        change(channel, (player) => (player.problem = problem));
    },
    finish: (channel: PlayerChannel): void => change(channel, (player) => player.finish()),
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
