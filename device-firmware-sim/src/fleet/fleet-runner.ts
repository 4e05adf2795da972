import type { Serial } from '@belfry/schemas/domain/serial';
import { createApiClient, type ProvisioningAccess } from './api-client.ts';
import { ownTimers, sleep, systemClock } from '../hardware/clock.ts';
import { newCounters } from '../device/counters.ts';
import { startDevice, type Device } from '../device/device.ts';
import { startEnrolment } from './enrolment.ts';
import type { FleetMetrics } from './fleet-metrics.ts';
import { factoryMemory, volatileFlash, type Flash } from '../hardware/flash.ts';
import { createRandom } from '../hardware/random.ts';
import { createProfiles, type DeviceProfile } from './device-profiles.ts';
import { openStorage } from './storage.ts';

export type FleetOptions = {
  devices: number;
  /** The same seed gives the same fleet (1). */
  seed?: number | string;
  apiUrl: string;
  mqttUrl: string;
  /** The certificate authority (PEM) of a broker at mqtts://; by default those that the machine trusts. */
  ca?: string;
  /** Milliseconds between two metrics of a device (5,000), and between two positions of a playing channel (5,000). */
  intervalMs?: number;
  positionMs?: number;
  /** Milliseconds without an acknowledgement after which the oldest metrics are sent again (30,000). */
  ackTimeoutMs?: number;
  /** Milliseconds until the last device connects (0). */
  rampMs?: number;
  /** Share of flaky devices, 0 to 1 (0). */
  flaky?: number;
  /** The factor by which commands are faster than on a real device (1). */
  speed?: number;
  /** The folder of the fleet's flash; without it nothing is stored. */
  stateDir?: string;
  /** Access with which missing devices are created. */
  provisioning?: ProvisioningAccess;
  /** Called with log lines. */
  log?: (line: string) => void;
};

export type Fleet = {
  metrics: () => FleetMetrics;
  /** The devices that have been started. */
  devices: ReadonlyMap<Serial, Device>;
  /** Stops all devices in order and writes the state, within two seconds. */
  stop: () => Promise<void>;
};

/** A device that has not disconnected by then is killed; its last will has the same effect. */
const SHUTDOWN_TIMEOUT_MS = 1_500;
const SHUTDOWN_BATCH = 500;
/** The delay before a refused key is replaced, so that other devices of the fleet can connect with their keys first. */
const RE_ENROLMENT_DELAY_MS = 5_000;

/** Starts a fleet: enrols devices without a key and connects all of them, spread over `rampMs`. Runs until stopped. */
export function startFleet(options: FleetOptions): Fleet {
  const { seed = 1, rampMs = 0, flaky = 0, log = () => {}, stateDir } = options;
  const { mqttUrl, intervalMs, positionMs, ackTimeoutMs, speed } = options;
  const clock = ownTimers(systemClock);
  const random = createRandom(`run ${seed}`);
  const counters = newCounters();
  const profiles = createProfiles(seed, options.devices, flaky);
  const storage = stateDir === undefined ? null : openStorage(stateDir, clock, log);
  const flashes = new Map(profiles.map((profile) => [profile, flashOf(profile)]));
  const devices = new Map<Serial, Device>();
  const startTimes = new Map(profiles.map((profile, place) => [profile, (place / profiles.length) * rampMs]));
  const startedAt = clock.monotonic();
  /** Devices that have connected, devices that got a key in this run, and whether any older key was accepted. */
  const connectedOnce = new Set<DeviceProfile>();
  const enrolledThisRun = new Set<DeviceProfile>();
  let oldKeysValid = false;
  let stopped: Promise<void> | undefined;
  const keyOf = (profile: DeviceProfile): string | null => flashes.get(profile)?.memory.device_key ?? null;

  const enrolment = startEnrolment({
    api: createApiClient(options.apiUrl, options.provisioning),
    clock,
    random,
    log,
    canReset: (profile) => keyOf(profile) === null || (!connectedOnce.has(profile) && !oldKeysValid),
    needsKey: (profile) => !devices.get(profile.serial)?.isConnected,
    enrolled,
  });

  function flashOf(profile: DeviceProfile): Flash {
    const factory = () => factoryMemory(profile, clock.now() + profile.behaviour.skewMs);
    return storage?.flashOf(profile.serial, factory) ?? volatileFlash(factory());
  }

  function enrolled(profile: DeviceProfile, deviceKey: string): void {
    const flash = flashes.get(profile);
    if (!flash) return;
    enrolledThisRun.add(profile);
    flash.memory.device_key = deviceKey;
    // The server that issued the key owns the configuration and may count its versions from one again.
    flash.memory.config_version = 0;
    flash.changed();
    const device = devices.get(profile.serial);
    if (device) device.reconnect();
    else scheduleStart(profile);
  }

  function scheduleStart(profile: DeviceProfile): void {
    const elapsed = clock.monotonic() - startedAt;
    clock.after(Math.max(0, (startTimes.get(profile) ?? 0) - elapsed), () => start(profile));
  }

  function onConnected(profile: DeviceProfile): void {
    if (!enrolledThisRun.has(profile)) oldKeysValid = true;
    connectedOnce.add(profile);
  }

  function start(profile: DeviceProfile): void {
    const { serial } = profile;
    if (devices.has(serial)) return;
    const device = startDevice({
      serial,
      profile,
      mqttUrl,
      ca: options.ca,
      flash: flashes.get(profile),
      intervalMs,
      positionMs,
      ackTimeoutMs,
      speed,
      random: random.fork(serial),
      counters,
      connected: () => onConnected(profile),
      refused: () => void clock.after(RE_ENROLMENT_DELAY_MS, () => enrolment.request([profile])),
    });
    devices.set(serial, device);
  }

  enrolment.request(profiles.filter((profile) => keyOf(profile) === null));
  for (const profile of profiles) if (keyOf(profile) !== null) scheduleStart(profile);

  return {
    devices,
    metrics() {
      let journal = 0;
      for (const flash of flashes.values()) journal += flash.journal.size;
      return { ...counters, devices: profiles.length, journal };
    },
    stop: () => (stopped ??= stop()),
  };

  async function stop(): Promise<void> {
    enrolment.stop();
    clock.cancelAll();
    const all = [...devices.values()];
    const deadline = systemClock.monotonic() + SHUTDOWN_TIMEOUT_MS;
    const timeLeft = (): number => deadline - systemClock.monotonic();
    for (let at = 0; at < all.length && timeLeft() > 0; at += SHUTDOWN_BATCH) {
      const some = all.slice(at, at + SHUTDOWN_BATCH);
      await Promise.race([Promise.all(some.map((device) => device.stop())), sleep(systemClock, timeLeft())]);
    }
    for (const device of all) device.kill();
    storage?.close();
  }
}
