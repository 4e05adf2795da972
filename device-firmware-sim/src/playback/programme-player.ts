import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import { pruneRuns } from '../hardware/run-log.ts';
import { leaveOutFormerRuns } from '../programme/former-runs.ts';
import { createProgrammeRunner } from '../programme/programme-runner.ts';
import type { ProgrammeSource } from '../programme/programme-source.ts';
import { createProgrammeUpdater } from '../programme/programme-updater.ts';
import type { SoundWindow } from '../programme/timeline.ts';
import { createWindowRunner } from '../programme/window-runner.ts';
import type { Announcer } from './announcer.ts';
import type { Background } from './background.ts';
import { isSilent } from './place-rules.ts';
import type { PlaybackDeps } from './playback-types.ts';
import { createProgrammeAudio } from './programme-audio.ts';
import type { Reporter } from './reporter.ts';

/** How often the needed audio and the log of runs are renewed, although the programme is the same. */
const DAY_MS = 24 * 3_600_000;

type ProgrammePlayerDeps = Pick<PlaybackDeps, 'serial' | 'clock' | 'random' | 'flash' | 'players' | 'counters'> & {
  programme: () => Programme | null;
  source: ProgrammeSource;
  cache: AudioCache;
  reporter: Reporter;
  announcer: Announcer;
  background: Background;
  isOn: () => boolean;
  /** The limits of the place may be others. */
  limitsChanged: () => void;
};

/** Keeps the programme of the device up to date, downloads its audio, and plays it at its times. */
export function createProgrammePlayer(deps: ProgrammePlayerDeps) {
  const { clock, flash, players, programme, reporter, announcer, background } = deps;
  const { runs } = flash;
  const isQuiet = (): boolean => isSilent(programme(), 'music', clock.now());
  const windows = createWindowRunner({ clock, programme, runs, reporter, background, isQuiet });
  const runner = createProgrammeRunner({ clock, programme, runs, reporter, windows, say: announcer.say });
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
    /** Begins the programme that is stored, after a start or because it is another one. */
    begin,
    /** A window is heard now. */
    windowStarted: (window: SoundWindow): void => windows.started(window),
    /** The station of a window cannot be heard. */
    windowSilent: (window: SoundWindow): void => windows.silent(window),
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
