import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioCache, SharedDownloads } from '../audio-cache/audio-cache.ts';
import type { Configuration } from '../device/configuration.ts';
import type { Counters } from '../device/counters.ts';
import type { Clock } from '../hardware/clock.ts';
import { eraseOwnerData, type Flash } from '../hardware/flash.ts';
import type { NetworkTime } from '../hardware/network-time.ts';
import type { Random } from '../hardware/random.ts';
import type { PageOutput } from '../live-pages/page-output.ts';
import type { PageTransport } from '../live-pages/page-transport.ts';
import { createLivePages, type LivePages, type LivePagesDeps } from '../live-pages/live-pages.ts';
import { VOLUME_SETTINGS, type Players } from '../players/players.ts';
import { createProgrammePlayer } from '../programme/programme-player.ts';
import type { ProgrammeSource } from '../programme/programme-store.ts';
import { createEmergencies } from './announcer.ts';
import type { AudioOutput } from './audio-output.ts';
import { createSound } from './device-sound.ts';
import type { Ear } from './ear.ts';
import type { LeadInSound } from './lead-in.ts';
import { createTrackReporter, REPORT_MS } from './heard-tracks.ts';
import { createReporter, reportLostRuns } from './receipts.ts';
import { createServerAccess } from './server-access.ts';
import { speechOfCommand } from './speech.ts';

export type PlaybackDeps = {
  serial: Serial;
  clock: Clock;
  random: Random;
  flash: Flash;
  players: Players;
  configuration: Pick<Configuration, 'settings'>;
  counters: Counters;
  networkTime: NetworkTime;
  output: AudioOutput;
  ear: Ear | null;
  leadInSound?: LeadInSound | undefined;
  pageOutput: PageOutput;
  pageTransport: PageTransport;
  createDecoder?: LivePagesDeps['createDecoder'];
  /** The address of the api, from which audio and programme are downloaded; without it only cached audio is played. */
  apiUrl: string | undefined;
  downloads: SharedDownloads;
  /** By default a cache that keeps hashes only. */
  cache?: AudioCache | undefined;
  /** By default the api. */
  programmeSource?: ProgrammeSource | undefined;
  /** How often the tracks of playlists that were heard are reported; by default once an hour. */
  reportTracksMs?: number | undefined;
  /** The reason of what was played to its end, where nothing tells whether it was heard. */
  finishedAs?: string | undefined;
  reported: () => void;
};

export type Playback = {
  /** Plays an announcement of a command. @param expiresAt ms since 1970 by the device's clock */
  say: (params: CommandParams<'play'>, expiresAt: number) => CommandResult<'play'>['state'];
  /** Ends a run that plays or waits. @returns whether there was one */
  stop: (runId: string) => boolean;
  pages: Pick<LivePages, 'open' | 'close'>;
  /** A person controls what it plays on a channel. @returns whether it plays something there */
  control: (channel: PlayerChannel, action: 'play' | 'pause' | 'stop') => boolean;
  clearCache: () => { bytes: number; files: number };
  programmeAnnounced: (sha256: string) => void;
  connected: () => void;
  disconnected: () => void;
  start: () => void;
  halt: () => void;
  /** Power is lost: nothing more is reported. */
  kill: () => void;
  erase: () => void;
  /** Must be called once a second. */
  tick: () => void;
};

export function createPlayback(deps: PlaybackDeps): Playback {
  const { clock, flash } = deps;
  const programme = (): Programme | null => flash.programme.load()?.programme ?? null;
  const { programmeSource: source, cache, reportTracks } = createServerAccess(deps);
  const reporter = createReporter(flash, clock, deps.reported, deps.finishedAs);
  const tracks = createTrackReporter({
    clock,
    random: deps.random.fork('tracks'),
    flash,
    send: reportTracks,
    everyMs: deps.reportTracksMs ?? REPORT_MS,
  });
  const sound = createSound(deps, {
    programme,
    cache,
    reporter,
    started: (window) => programmePlayer.windowStarted(window),
    silent: (window, reason) => programmePlayer.windowSilent(window, reason),
    // What was heard before power was lost is lost as well.
    heard(heard) {
      if (hasPower) tracks.add(heard);
    },
  });
  let hasPower = false;
  const isOn = (): boolean => hasPower;
  const { announcer, background, wake } = sound;
  const volumeChanged = (): void => sound.volumeChanged();
  const parts = { programme, source, cache, reporter, announcer, background };
  const programmePlayer = createProgrammePlayer({ ...deps, ...parts, isOn, limitsChanged: volumeChanged });
  const voiceVolume = (): number => deps.configuration.settings()[VOLUME_SETTINGS.voice];
  const pages = createLivePages({ ...deps, ...parts, isOn, voiceVolume, wake });
  const emergencies = createEmergencies({ flash, clock, announcer });
  deps.players.onConfigured(volumeChanged);

  function switchOff(reason: string | null): void {
    hasPower = false;
    emergencies.switchedOff();
    pages.halt(reason);
    announcer.halt(reason);
    programmePlayer.stop();
  }

  return {
    say(params, expiresAt) {
      if (!hasPower) return 'skipped';
      emergencies.keep(params);
      return announcer.say(speechOfCommand(params, expiresAt));
    },
    stop(runId) {
      const wasKept = emergencies.forget(runId);
      return pages.stop(runId) || announcer.stop(runId) || wasKept;
    },
    pages,
    control(channel, action) {
      if (channel !== 'voice') return background.control(channel, action);
      return action !== 'play' && (pages.stopCurrent() || announcer.stopCurrent());
    },
    clearCache: programmePlayer.clearCache,
    programmeAnnounced: programmePlayer.announced,
    connected() {
      programmePlayer.connected();
      emergencies.connected();
      tracks.connected();
    },
    disconnected() {
      programmePlayer.disconnected();
      tracks.disconnected();
      deps.pageTransport.disconnected();
    },
    start() {
      hasPower = true;
      reportLostRuns({ runs: flash.runs, reporter, programme: programme() });
      programmePlayer.begin();
      emergencies.resume();
    },
    halt: () => switchOff(reasonText('restarted')),
    kill() {
      programmePlayer.disconnected();
      tracks.disconnected();
      switchOff(null);
    },
    erase() {
      const wasOn = hasPower;
      switchOff(null);
      eraseOwnerData(flash);
      programmePlayer.eraseAudio();
      hasPower = wasOn;
      programmePlayer.begin();
    },
    tick() {
      if (!hasPower) return;
      announcer.tick();
      background.tick();
      emergencies.tick();
      programmePlayer.tick();
      tracks.tick();
    },
  };
}
