import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { AudioCache, SharedDownloads } from '../audio-cache/audio-cache.ts';
import type { Configuration } from '../device/settings/configuration.ts';
import type { Counters } from '../device/counters.ts';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import type { Players } from '../players/players.ts';
import type { ProgrammeSource } from '../programme/programme-source.ts';
import type { AudioOutput } from './output/audio-output.ts';

export type PlaybackDeps = {
  serial: Serial;
  clock: Clock;
  random: Random;
  flash: Flash;
  players: Players;
  configuration: Pick<Configuration, 'settings'>;
  counters: Counters;
  output: AudioOutput;
  /** The address of the api, from which audio and programme are downloaded; without it only cached audio is played. */
  apiUrl: string | undefined;
  downloads: SharedDownloads;
  /** By default a cache that keeps hashes only. */
  cache?: AudioCache | undefined;
  /** By default the api. */
  programmeSource?: ProgrammeSource | undefined;
  /** A receipt was stored. */
  reported: () => void;
};

/** All that a device plays by commands and by its programme. */
export type Playback = {
  /** Plays an announcement of a command. @param expiresAt ms since 1970 by the device's clock */
  say: (params: CommandParams<'play'>, expiresAt: number) => CommandResult<'play'>['state'];
  /** Ends a run that plays or waits. @returns whether there was one */
  stop: (runId: string) => boolean;
  /** A person controls what it plays on a channel. @returns whether it plays something there */
  control: (channel: PlayerChannel, action: 'play' | 'pause' | 'stop') => boolean;
  clearCache: () => { bytes: number; files: number };
  programmeAnnounced: (sha256: string) => void;
  connected: () => void;
  disconnected: () => void;
  /** After power was switched on, or a restart. */
  start: () => void;
  /** Before a restart. */
  halt: () => void;
  /** Power is lost: nothing more is reported. */
  kill: () => void;
  /** Forgets everything of the former owner. */
  erase: () => void;
  /** Must be called once a second. */
  tick: () => void;
};
