import type { Serial } from '@belfry/schemas/domain/serial';
import { createApiClient } from './api-client.ts';
import { ownTimers, systemClock } from '../hardware/clock.ts';
import { newCounters, type Counters } from '../device/counters.ts';
import { startDevice, type Device } from '../device/device.ts';
import { RE_ENROLMENT_DELAY_MS, startEnrolment } from './enrolment.ts';
import type { Fleet, FleetOptions } from './fleet-types.ts';
import { createSharedDownloads } from '../audio-cache/audio-downloads.ts';
import { createContentStore } from '../firmware/content-store.ts';
import { basicCredentials } from '../firmware/firmware.ts';
import { openFleetFlashes } from './fleet-flashes.ts';
import { createKeyHistory } from './key-history.ts';
import { createSharedFirmwareKey } from './shared-firmware-key.ts';
import { createRandom } from '../hardware/random.ts';
import { createProfiles, type DeviceProfile } from './device-profiles.ts';
import { shutDown } from './shut-down.ts';
import { storeKey } from './store-key.ts';

export type { Fleet, FleetOptions } from './fleet-types.ts';

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

/** What all devices of a fleet are started with, among it the contents and downloads of the process. */
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
    downloads: createSharedDownloads(),
  };
}
