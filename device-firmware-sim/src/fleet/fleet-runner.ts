import type { Serial } from '@belfry/schemas/domain/serial';
import { createSharedDownloads } from '../audio-cache/audio-cache.ts';
import { newCounters, type Counters } from '../device/counters.ts';
import { startDevice, type Device } from '../device/device.ts';
import { createContentStore } from '../firmware/content-store.ts';
import { basicCredentials } from '../firmware/download.ts';
import { fetchFirmwareKey } from '../firmware/firmware.ts';
import { ownTimers, sleep, systemClock, type Clock } from '../hardware/clock.ts';
import { factoryMemory, volatileFlash, type Flash } from '../hardware/flash.ts';
import { createRandom } from '../hardware/random.ts';
import { openPageStream } from '../live-pages/page-stream.ts';
import { resolveForMany } from '../stations/resolve-station.ts';
import { createApiClient, type ProvisioningAccess } from './api-client.ts';
import { createProfiles, type DeviceProfile } from './device-profiles.ts';
import { RE_ENROLMENT_DELAY_MS, startEnrolment, storeKey } from './enrolment.ts';
import type { FleetMetrics } from './fleet-metrics.ts';
import { openStorage } from './storage.ts';

export type FleetOptions = {
  devices: number;
  /** The same seed gives the same fleet (1). */
  seed?: number | string;
  apiUrl: string;
  mqttUrl: string;
  ca?: string;
  /** Milliseconds between two metrics of a device (5,000), and between two positions of a playing channel (5,000). */
  intervalMs?: number;
  positionMs?: number;
  ackTimeoutMs?: number;
  /** Milliseconds until the last device connects (0). */
  rampMs?: number;
  /** Share of flaky devices, 0 to 1 (0). */
  flaky?: number;
  speed?: number;
  stateDir?: string;
  provisioning?: ProvisioningAccess;
  log?: (line: string) => void;
};

export type Fleet = {
  metrics: () => FleetMetrics;
  devices: ReadonlyMap<Serial, Device>;
  /** Stops all devices in order and writes the state, within two seconds. */
  stop: () => Promise<void>;
};

/** Starts a fleet: enrols devices without a key and connects all of them, spread over `rampMs`. Runs until stopped. */
export function startFleet(options: FleetOptions): Fleet {
  const { seed = 1, rampMs = 0, flaky = 0, log = () => {}, stateDir } = options;
  const clock = ownTimers(systemClock);
  const random = createRandom(`run ${seed}`);
  const counters = newCounters();
  const profiles = createProfiles(seed, options.devices, flaky);
  const flashes = openFleetFlashes(profiles, { stateDir, clock, log });
  const startTimes = new Map(profiles.map((profile, place) => [profile, (place / profiles.length) * rampMs]));
  const startedAt = clock.monotonic();
  const devices = new Map<Serial, Device>();
  const keyHistory = createKeyHistory();
  const shared = sharedByDevices(options, counters);
  const firmwareKey = createSharedFirmwareKey(options.apiUrl);
  let stopped: Promise<void> | undefined;

  const { keyOf } = flashes;
  const enrolment = startEnrolment({
    api: createApiClient(options.apiUrl, options.provisioning),
    clock,
    random,
    log,
    canReset: (profile) => keyOf(profile) === null || keyHistory.mayReset(profile),
    needsKey: (profile) => !devices.get(profile.serial)?.isConnected,
    enrolled: onEnrolled,
  });

  function onEnrolled(profile: DeviceProfile, deviceKey: string): void {
    const flash = flashes.of(profile);
    if (!flash) return;
    const device = devices.get(profile.serial);
    keyHistory.enrolled(profile);
    storeKey(flash, deviceKey, device ?? null);
    firmwareKey.pin(flash, basicCredentials(profile.serial, deviceKey));
    if (device) device.reconnect();
    else scheduleStart(profile);
  }

  function scheduleStart(profile: DeviceProfile): void {
    const elapsed = clock.monotonic() - startedAt;
    clock.after(Math.max(0, (startTimes.get(profile) ?? 0) - elapsed), () => start(profile));
  }

  function start(profile: DeviceProfile): void {
    const { serial } = profile;
    if (devices.has(serial)) return;
    const device = startDevice({
      ...shared,
      serial,
      profile,
      flash: flashes.of(profile),
      random: random.fork(serial),
      connected: () => keyHistory.connected(profile),
      refused: () => void clock.after(RE_ENROLMENT_DELAY_MS, () => enrolment.request([profile])),
    });
    devices.set(serial, device);
  }

  async function stop(): Promise<void> {
    enrolment.stop();
    clock.cancelAll();
    await shutDown([...devices.values()]);
    flashes.close();
  }

  enrolment.request(profiles.filter((profile) => keyOf(profile) === null));
  for (const profile of profiles) if (keyOf(profile) !== null) scheduleStart(profile);
  return {
    devices,
    metrics: () => ({ ...counters, devices: profiles.length, journal: flashes.journalSize() }),
    stop: () => (stopped ??= stop()),
  };
}

function sharedByDevices(
  { mqttUrl, apiUrl, ca, intervalMs, positionMs, ackTimeoutMs, speed }: FleetOptions,
  counters: Counters,
) {
  return {
    mqttUrl,
    apiUrl,
    ca,
    intervalMs,
    positionMs,
    ackTimeoutMs,
    speed,
    counters,
    contents: createContentStore(),
    openPageStream,
    resolveStation: resolveForMany,
    downloads: createSharedDownloads(),
  };
}

type FleetFlashesOptions = {
  stateDir: string | undefined;
  clock: Clock;
  log: (line: string) => void;
};

function openFleetFlashes(profiles: readonly DeviceProfile[], { stateDir, clock, log }: FleetFlashesOptions) {
  const storage = stateDir === undefined ? null : openStorage(stateDir, clock, log);
  const flashes = new Map(profiles.map((profile) => [profile, open(profile)]));

  function open(profile: DeviceProfile): Flash {
    const factory = () => factoryMemory(profile, clock.now() + profile.behaviour.skewMs);
    return storage?.flashOf(profile.serial, factory) ?? volatileFlash(factory());
  }

  return {
    of: (profile: DeviceProfile): Flash | undefined => flashes.get(profile),
    keyOf: (profile: DeviceProfile): string | null => flashes.get(profile)?.memory.device_key ?? null,
    journalSize: (): number => [...flashes.values()].reduce((sum, { journal }) => sum + journal.size, 0),
    close: (): void => storage?.close(),
  };
}

/** Which keys the server has issued and accepted in this run; decides whose key may be reset. */
function createKeyHistory() {
  const connected = new Set<DeviceProfile>();
  const enrolled = new Set<DeviceProfile>();
  /** Whether the server has accepted a key of an earlier run, so that it knows this fleet. */
  let oldKeysValid = false;
  return {
    enrolled: (profile: DeviceProfile): void => void enrolled.add(profile),
    connected(profile: DeviceProfile): void {
      if (!enrolled.has(profile)) oldKeysValid = true;
      connected.add(profile);
    },
    /** False for a device whose key the server has revoked, which only an administrator may admit again. */
    mayReset: (profile: DeviceProfile): boolean => !connected.has(profile) && !oldKeysValid,
  };
}

/** The public key of the signatures, which is the same for all devices of a fleet and fetched once. */
function createSharedFirmwareKey(apiUrl: string) {
  let fetched: Promise<string> | undefined;
  return {
    /** Pins the key in the flash of a device. Where it cannot be fetched, the device does so when it installs an archive. */
    pin(flash: Flash, authorization: string): void {
      fetched ??= fetchFirmwareKey(apiUrl, authorization);
      fetched.then(
        (key) => {
          flash.memory.firmware_key = key;
          flash.changed();
        },
        () => (fetched = undefined),
      );
    },
  };
}

/** A device that has not disconnected by then is killed; its last will has the same effect. */
const SHUTDOWN_TIMEOUT_MS = 1_500;
const SHUTDOWN_BATCH = 500;

async function shutDown(devices: readonly Device[]): Promise<void> {
  const deadline = systemClock.monotonic() + SHUTDOWN_TIMEOUT_MS;
  const timeLeft = (): number => deadline - systemClock.monotonic();
  for (let at = 0; at < devices.length && timeLeft() > 0; at += SHUTDOWN_BATCH) {
    const batch = devices.slice(at, at + SHUTDOWN_BATCH);
    await Promise.race([Promise.all(batch.map((device) => device.stop())), sleep(systemClock, timeLeft())]);
  }
  for (const device of devices) device.kill();
}
