import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import { createSharedDownloads } from '../audio-cache/audio-cache.ts';
import { newCounters } from '../device/counters.ts';
import { createPlayback } from '../playback/playback.ts';
import { createSimulatedOutput } from '../playback/audio-output.ts';
import { createSilentPageOutput } from '../live-pages/page-output.ts';
import { createOutputs, simulatedOutputs } from '../device/outputs.ts';
import { createConfiguration } from '../device/configuration.ts';
import { factoryMemory, volatileFlash } from '../hardware/flash.ts';
import { createSensors } from '../hardware/sensors.ts';
import type { CommandedDevice } from '../device/types.ts';
import { createPlayers } from '../players/players.ts';
import { createFirmware } from '../firmware/firmware.ts';
import { createRandom } from '../hardware/random.ts';
import { profileWithSerial, type Behaviour } from '../fleet/device-profiles.ts';
import { createWifiEnvironment } from '../hardware/wifi.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { createTestPageTransport } from './test-live-pages.ts';

export type TestContext = CommandedDevice & {
  clock: ManualClock;
  published: { players: PlayerStatus[]; statuses: DeviceStatus[]; reports: number; restarts: number[] };
};

/** The context of a device without a connection, at noon of 15 January 2026, that plays nothing by itself. */
export function createTestContext(behaviour: Partial<Behaviour> = {}): TestContext {
  const clock = createManualClock();
  const base = profileWithSerial('1111-2222-3333-4444');
  const profile = { ...base, behaviour: { ...base.behaviour, autoplay: 'nothing' as const, ...behaviour } };
  const random = createRandom('test');
  const flash = volatileFlash(factoryMemory(profile, clock.now()));
  const published: TestContext['published'] = { players: [], statuses: [], reports: 0, restarts: [] };
  const configuration = createConfiguration(flash, () => void published.reports++);
  const players = createPlayers({
    clock,
    random,
    behaviour: profile.behaviour,
    settings: configuration.settings,
    positionMs: 5_000,
    publish: (status) => void published.players.push(status),
  });
  const playback = createPlayback({
    serial: profile.serial,
    clock,
    random,
    flash,
    players,
    configuration,
    counters: newCounters(),
    networkTime: () => null,
    output: createSimulatedOutput(clock),
    ear: null,
    pageOutput: createSilentPageOutput(),
    pageTransport: createTestPageTransport(),
    apiUrl: undefined,
    downloads: createSharedDownloads(),
    reported: () => {},
  });
  playback.start();
  return {
    profile,
    clock,
    random,
    flash,
    configuration,
    players,
    playback,
    outputs: createOutputs({ driver: simulatedOutputs(['strobe']), clock, publish: () => true }),
    sensors: createSensors({ clock, random, behaviour: profile.behaviour, bootedAt: () => flash.memory.booted_at }),
    wifi: createWifiEnvironment(random),
    firmware: createFirmware({ serial: profile.serial, flash, clock, random, apiUrl: undefined }),
    host: null,
    speed: 1,
    work: { running: null },
    setStatus: (status) => void published.statuses.push(status),
    async restart(downMs) {
      published.restarts.push(downMs);
      flash.memory.booted_at = clock.now();
    },
    tryRestart: async () => true,
    published,
  };
}
