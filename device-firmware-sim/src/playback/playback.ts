import { reasonText } from '@belfry/schemas/domain/reasons';
import { createPrefetcher } from '../audio-cache/prefetcher.ts';
import { eraseOwnerData } from '../hardware/flash.ts';
import { pruneRuns } from '../hardware/run-log.ts';
import { createProgrammeRunner } from '../programme/programme-runner.ts';
import { createProgrammeUpdater } from '../programme/programme-updater.ts';
import { leaveOutFormerRuns } from '../programme/former-runs.ts';
import { createWindowRunner } from '../programme/window-runner.ts';
import { createEmergencies } from './emergencies/emergencies.ts';
import { isSilent } from './place-rules.ts';
import { createPreparedEmergencies } from './emergencies/prepared-emergencies.ts';
import type { Playback, PlaybackDeps } from './playback-types.ts';
import { reportLostRuns } from './lost-runs.ts';
import { createReporter } from './reporter.ts';
import { createServerAccess } from './server-access.ts';
import { createSound } from './output/sound.ts';
import { createSoundControls } from './sound-controls.ts';

const DAY_MS = 24 * 3_600_000;

/** Connects what a device plays by commands and by its programme with its players, its flash and its server. */
export function createPlayback(deps: PlaybackDeps): Playback {
  const { clock, flash, players } = deps;
  const { programmeSource, cache } = createServerAccess(deps);
  const reporter = createReporter(flash, clock, deps.reported);
  const { announcer, background, player, programme } = createSound(deps, {
    cache,
    reporter,
    started: (window) => windows.started(window),
  });
  const { runs } = flash;
  const isQuiet = (): boolean => isSilent(programme(), 'music', clock.now());
  const windows = createWindowRunner({ clock, programme, runs, reporter, background, isQuiet });
  const runner = createProgrammeRunner({ clock, programme, runs, reporter, windows, say: announcer.say });
  const prepared = createPreparedEmergencies({ flash, cache, reporter });
  const prefetcher = createPrefetcher({ clock, cache, fetched: (current) => prepared.check(current) });
  const emergencies = createEmergencies({ flash, clock, announcer });
  const updater = createProgrammeUpdater({
    ...deps,
    random: deps.random.fork('programme'),
    file: flash.programme,
    source: programmeSource,
    changed: (before) => {
      leaveOutFormerRuns(runs, before, programme());
      programmeChanged();
    },
    invalid: () => void deps.counters.invalidPayloads++,
  });
  let isOn = false;
  let plannedAt = 0;

  function volumeChanged(): void {
    player.volumeChanged();
    background.volumeChanged();
  }
  players.onConfigured(volumeChanged);

  function programmeChanged(): void {
    const current = programme();
    players.setProgramme(current !== null && current.runs.length + current.music.length > 0);
    plannedAt = clock.now();
    pruneRuns(runs, clock.now());
    if (current) prefetcher.start(current);
    else {
      prefetcher.stop();
      prepared.check(null);
    }
    if (!isOn) return;
    volumeChanged();
    runner.start();
  }

  function switchOff(reason: string | null): void {
    isOn = false;
    runner.stop();
    prefetcher.stop();
    announcer.halt(reason);
    windows.stop();
  }

  return {
    ...createSoundControls({ announcer, background, emergencies, isOn: () => isOn }),
    clearCache() {
      const cleared = cache.clear();
      const current = programme();
      prepared.check(current);
      if (current) prefetcher.start(current);
      return cleared;
    },
    programmeAnnounced: updater.announced,
    connected: updater.connected,
    disconnected: updater.disconnected,
    start() {
      isOn = true;
      reportLostRuns({ runs, reporter, programme: programme() });
      programmeChanged();
      emergencies.resume();
    },
    halt: () => switchOff(reasonText('restarted')),
    kill() {
      updater.disconnected();
      switchOff(null);
    },
    erase() {
      const wasOn = isOn;
      switchOff(null);
      eraseOwnerData(flash);
      cache.clear();
      isOn = wasOn;
      programmeChanged();
    },
    tick() {
      if (!isOn) return;
      announcer.tick();
      background.tick();
      emergencies.tick();
      runner.tick();
      windows.tick();
      if (clock.now() - plannedAt > DAY_MS) programmeChanged();
    },
  };
}
