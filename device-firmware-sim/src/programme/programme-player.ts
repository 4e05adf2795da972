import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { Serial } from '@belfry/schemas/domain/serial';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import type { Counters } from '../device/counters.ts';
import { DownloadError } from '../firmware/download.ts';
import type { Cancel, Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Random } from '../hardware/random.ts';
import { pruneRuns } from '../hardware/run-log.ts';
import type { Announcer } from '../playback/announcer.ts';
import type { AudioOutput } from '../playback/audio-output.ts';
import type { Background } from '../playback/background.ts';
import type { Reporter } from '../playback/receipts.ts';
import type { Players } from '../players/players.ts';
import { createProgrammeRunner, createWindowRunner } from './programme-runner.ts';
import { createProgrammeUpdater, type ProgrammeSource } from './programme-store.ts';
import { isSilent, leaveOutFormerRuns, neededAudio, type SoundWindow } from './programme.ts';

/** How often the needed audio and the log of runs are renewed, although the programme is the same. */
const DAY_MS = 24 * 3_600_000;

type ProgrammePlayerDeps = {
  serial: Serial;
  clock: Clock;
  random: Random;
  flash: Flash;
  players: Pick<Players, 'setProgramme'>;
  counters: Pick<Counters, 'invalidPayloads'>;
  programme: () => Programme | null;
  source: ProgrammeSource;
  cache: AudioCache;
  reporter: Reporter;
  announcer: Announcer;
  background: Background;
  output: Pick<AudioOutput, 'leadMs'>;
  isOn: () => boolean;
  limitsChanged: () => void;
};

export function createProgrammePlayer(deps: ProgrammePlayerDeps) {
  const { clock, flash, players, programme, reporter, announcer, background } = deps;
  const { runs } = flash;
  const isQuiet = (): boolean => isSilent(programme(), 'music', clock.now());
  const windows = createWindowRunner({ clock, programme, runs, reporter, background, isQuiet });
  const runner = createProgrammeRunner({
    clock,
    programme,
    runs,
    reporter,
    windows,
    leadMs: deps.output.leadMs ?? 0,
    say: announcer.say,
  });
  const audio = createProgrammeAudio(deps);
  const updater = createProgrammeUpdater({
    ...deps,
    random: deps.random.fork('programme'),
    file: flash.programme,
    changed: (before) => {
      leaveOutFormerRuns(runs, before, programme());
      begin();
    },
    invalid: () => void deps.counters.invalidPayloads++,
  });
  let begunAt = 0;

  function begin(): void {
    const current = programme();
    players.setProgramme(current !== null && current.runs.length + current.music.length > 0);
    begunAt = clock.now();
    pruneRuns(runs, clock.now());
    audio.prepare(current);
    if (!deps.isOn()) return;
    deps.limitsChanged();
    runner.start();
  }

  return {
    announced: updater.announced,
    connected: updater.connected,
    disconnected: updater.disconnected,
    begin,
    windowStarted: (window: SoundWindow): void => windows.started(window),
    windowSilent: (window: SoundWindow, reason: string): void => windows.silent(window, reason),
    clearCache: () => audio.clear(programme()),
    eraseAudio: audio.erase,
    stop(): void {
      runner.stop();
      audio.stop();
      windows.stop();
    },
    /** Must be called once a second. */
    tick(): void {
      runner.tick();
      windows.tick();
      if (clock.now() - begunAt > DAY_MS) begin();
    },
  };
}

type ProgrammeAudioDeps = { clock: Clock; flash: Flash; cache: AudioCache; reporter: Reporter };

function createProgrammeAudio({ clock, flash, cache, reporter }: ProgrammeAudioDeps) {
  const reportPrepared = (programme: Programme | null): void =>
    reportPreparedEmergencies(programme, { flash, cache, reporter });
  const prefetcher = createPrefetcher({ clock, cache, fetched: reportPrepared });

  return {
    /** Downloads what this programme needs; null: it needs nothing. */
    prepare(programme: Programme | null): void {
      if (programme) return prefetcher.start(programme);
      prefetcher.stop();
      reportPrepared(null);
    },
    clear(programme: Programme | null): { bytes: number; files: number } {
      const cleared = cache.clear();
      reportPrepared(programme);
      if (programme) prefetcher.start(programme);
      return cleared;
    },
    erase: (): void => void cache.clear(),
    stop: (): void => prefetcher.stop(),
  };
}

const FETCH_AGAIN_MS = 60_000;

type PrefetcherDeps = {
  clock: Clock;
  cache: AudioCache;
  /** Called when the audio of emergencies is cached, and when all audio is, as far as it could be downloaded. */
  fetched: (programme: Programme) => void;
};

/** Downloads the audio of a programme before it is needed: emergencies first, then the soonest. */
export function createPrefetcher({ clock, cache, fetched }: PrefetcherDeps) {
  let controller = new AbortController();
  let cancelRetry: Cancel = () => {};

  function stop(): void {
    controller.abort();
    cancelRetry();
  }

  async function fetchAll(programme: Programme, signal: AbortSignal): Promise<void> {
    let failed = false;
    const { sha256s, kept } = neededAudio(programme, clock.now());
    for (const [index, sha256] of sha256s.entries()) {
      if (signal.aborted) return;
      if (index === kept) fetched(programme);
      try {
        await cache.ensure([{ sha256 }], { signal });
      } catch (error) {
        if (error instanceof DownloadError && error.code === 'disk_full') break;
        failed = true;
      }
    }
    if (signal.aborted) return;
    fetched(programme);
    if (failed) cancelRetry = clock.after(FETCH_AGAIN_MS, () => start(programme));
  }

  function start(programme: Programme): void {
    stop();
    controller = new AbortController();
    const { sha256s, kept } = neededAudio(programme, clock.now());
    cache.setNeeded(sha256s, kept);
    void fetchAll(programme, controller.signal);
  }

  return { start, stop };
}

type PreparedDeps = { flash: Pick<Flash, 'memory' | 'changed'>; cache: Pick<AudioCache, 'has'>; reporter: Reporter };

/**
 * Tells the server which prepared emergencies this device could speak without network, once for each; see PLAY-12. Must be called when the
 * programme or the audio on the disk has changed.
 */
function reportPreparedEmergencies(programme: Programme | null, { flash, cache, reporter }: PreparedDeps): void {
  const reported = new Set(flash.memory.reported_emergencies);
  const held: string[] = [];
  let isChanged = false;
  for (const { receipt_id: id, items } of programme?.emergency ?? []) {
    if (id === undefined) continue;
    const isHeld = items.every(({ sha256 }) => cache.has(sha256));
    if (isHeld) held.push(id);
    if (isHeld === reported.has(id)) continue;
    isChanged = true;
    if (isHeld) reporter.report(id, 'fetched');
    else reporter.report(id, 'skipped', reasonText('audio_deleted'));
  }
  if (!isChanged && held.length === reported.size) return;
  flash.memory.reported_emergencies = held;
  flash.changed();
}
