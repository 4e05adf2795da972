import type { Serial } from '@belfry/schemas/domain/serial';
import { createApiClient } from './api-client.ts';
import { ownTimers, sleep, systemClock } from './clock.ts';
import { newCounters } from './counters.ts';
import { startDevice, type Device } from './device.ts';
import { startEnrolment } from './enrolment.ts';
import type { Figures } from './figures.ts';
import { factoryMemory, volatileFlash, type Flash } from './flash.ts';
import { createRandom } from './random.ts';
import { createRoster, type Member } from './roster.ts';
import { openStorage } from './storage.ts';

export type FleetOptions = {
  devices: number;
  seed: number | string;
  apiUrl: string;
  mqttUrl: string;
  /** Milliseconds between two metrics of a device, and between two positions of a playing channel. */
  intervalMs: number;
  positionMs: number;
  /** Milliseconds without an acknowledgement after which the oldest metrics are sent again (30,000). */
  patienceMs?: number;
  /** Milliseconds until the last device connects. */
  rampMs: number;
  /** Share of flaky devices, 0 to 1. */
  flaky: number;
  /** How many times faster than real commands are carried out. */
  speed: number;
  /** Folder of the fleet's flash; without it the devices forget everything with the process. */
  stateDir?: string;
  /** The service secret, with which missing devices are made. */
  secret?: string;
  /** Gets a line for people now and then. */
  say: (line: string) => void;
};

export type Fleet = {
  figures: () => Figures;
  /** Devices that have begun to live. */
  devices: ReadonlyMap<Serial, Device>;
  /** Everybody says goodbye and the state is written; done within two seconds. */
  stop: () => Promise<void>;
};

const STOP_WITHIN_MS = 1_800;

/** Starts a fleet: enrols who has no key, connects everybody along the ramp, and goes on until stopped. */
export function startFleet(options: FleetOptions): Fleet {
  const { seed, say, stateDir, mqttUrl, intervalMs, positionMs, patienceMs, speed } = options;
  const clock = ownTimers(systemClock);
  const random = createRandom(`run ${seed}`);
  const counters = newCounters();
  const members = createRoster(seed, options.devices, options.flaky);
  const storage = stateDir === undefined ? null : openStorage(stateDir, clock, say);
  const flashes = new Map(members.map((member) => [member, flashOf(member)]));
  const devices = new Map<Serial, Device>();
  const startAt = new Map(members.map((member, place) => [member, (place / members.length) * options.rampMs]));
  const startedAt = clock.monotonic();
  const keyOf = (member: Member): string | null => flashes.get(member)?.memory.device_key ?? null;

  const enrolment = startEnrolment({
    api: createApiClient(options.apiUrl, options.secret),
    clock,
    random,
    say,
    mayReset: (member) => keyOf(member) === null || counters.published === 0,
    isWanting: (member) => !devices.get(member.serial)?.isConnected,
    enrolled,
  });

  function flashOf(member: Member): Flash {
    const factory = () => factoryMemory(member, clock.now() + member.character.skewMs);
    return storage?.flashOf(member.serial, factory) ?? volatileFlash(factory());
  }

  function enrolled(member: Member, deviceKey: string): void {
    const flash = flashes.get(member);
    if (!flash) return;
    flash.memory.device_key = deviceKey;
    // Who gave the key also owns the configuration, and may count its versions from one again.
    flash.memory.config_version = 0;
    flash.changed();
    beginLater(member);
  }

  function beginLater(member: Member): void {
    const elapsed = clock.monotonic() - startedAt;
    clock.after(Math.max(0, (startAt.get(member) ?? 0) - elapsed), () => begin(member));
  }

  function begin(member: Member): void {
    const { serial } = member;
    if (devices.has(serial)) return;
    const device = startDevice({
      serial,
      member,
      mqttUrl,
      flash: flashes.get(member),
      intervalMs,
      positionMs,
      patienceMs,
      speed,
      random: random.fork(serial),
      counters,
      refused: () => enrolment.request([member]),
    });
    devices.set(serial, device);
  }

  enrolment.request(members.filter((member) => keyOf(member) === null));
  for (const member of members) if (keyOf(member) !== null) beginLater(member);

  return {
    devices,
    figures() {
      let journal = 0;
      for (const flash of flashes.values()) journal += flash.journal.size;
      return { ...counters, devices: members.length, journal };
    },
    async stop() {
      enrolment.stop();
      clock.cancelAll();
      const everybody = [...devices.values()];
      await Promise.race([Promise.all(everybody.map((device) => device.stop())), sleep(systemClock, STOP_WITHIN_MS)]);
      for (const device of everybody) device.kill();
      storage?.close();
    },
  };
}
