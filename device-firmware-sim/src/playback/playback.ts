import type { Programme } from '@belfry/schemas/http/schedules/programme';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { eraseOwnerData } from '../hardware/flash.ts';
import { createEmergencies } from './emergencies/emergencies.ts';
import { reportLostRuns } from './lost-runs.ts';
import { createSound } from './output/sound.ts';
import type { Playback, PlaybackDeps } from './playback-types.ts';
import { createProgrammePlayer } from './programme-player.ts';
import { createReporter } from './reporter.ts';
import { createServerAccess } from './server-access.ts';
import { createSoundControls } from './sound-controls.ts';

/** Connects what a device plays by commands and by its programme with its players, its flash and its server. */
export function createPlayback(deps: PlaybackDeps): Playback {
  const { clock, flash } = deps;
  const programme = (): Programme | null => flash.programme.load()?.programme ?? null;
  const { programmeSource: source, cache } = createServerAccess(deps);
  const reporter = createReporter(flash, clock, deps.reported);
  const sound = createSound(deps, {
    programme,
    cache,
    reporter,
    started: (window) => programmePlayer.windowStarted(window),
    silent: (window) => programmePlayer.windowSilent(window),
  });
  let hasPower = false;
  const isOn = (): boolean => hasPower;
  const { announcer, background } = sound;
  const volumeChanged = (): void => sound.volumeChanged();
  const parts = { programme, source, cache, reporter, announcer, background };
  const programmePlayer = createProgrammePlayer({ ...deps, ...parts, isOn, limitsChanged: volumeChanged });
  const emergencies = createEmergencies({ flash, clock, announcer });
  deps.players.onConfigured(volumeChanged);

  function switchOff(reason: string | null): void {
    hasPower = false;
    emergencies.switchedOff();
    announcer.halt(reason);
    programmePlayer.stop();
  }

  return {
    ...createSoundControls({ announcer, background, emergencies, isOn }),
    clearCache: programmePlayer.clearCache,
    programmeAnnounced: programmePlayer.announced,
    connected() {
      programmePlayer.connected();
      emergencies.connected();
    },
    disconnected: programmePlayer.disconnected,
    start() {
      hasPower = true;
      reportLostRuns({ runs: flash.runs, reporter, programme: programme() });
      programmePlayer.begin();
      emergencies.resume();
    },
    halt: () => switchOff(reasonText('restarted')),
    kill() {
      programmePlayer.disconnected();
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
    },
  };
}
