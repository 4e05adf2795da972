import type { Serial } from '@belfry/schemas/domain/serial';
import { createApiClient, type ProvisioningAccess } from './api-client.ts';
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
  /** Same seed, same fleet (1). */
  seed?: number | string;
  apiUrl: string;
  mqttUrl: string;
  /** The authority (PEM) of a broker at mqtts://; without it those that the machine trusts. */
  ca?: string;
  /** Milliseconds between two metrics of a device (5,000), and between two positions of a playing channel (5,000). */
  intervalMs?: number;
  positionMs?: number;
  /** Milliseconds without an acknowledgement after which the oldest metrics are sent again (30,000). */
  patienceMs?: number;
  /** Milliseconds until the last device connects (0). */
  rampMs?: number;
  /** Share of flaky devices, 0 to 1 (0). */
  flaky?: number;
  /** How many times faster than real commands are carried out (1). */
  speed?: number;
  /** Folder of the fleet's flash; without it the devices forget everything with the process. */
  stateDir?: string;
  /** With which missing devices are made. */
  provisioning?: ProvisioningAccess;
  /** Gets a line for people now and then. */
  say?: (line: string) => void;
};

export type Fleet = {
  figures: () => Figures;
  /** Devices that have begun to live. */
  devices: ReadonlyMap<Serial, Device>;
  /** Everybody says goodbye and the state is written; done within two seconds. */
  stop: () => Promise<void>;
};

/** Who has not said goodbye by then is cut off: its last will says the same. */
const FAREWELLS_MS = 1_500;
const FAREWELLS_AT_ONCE = 500;
/** Before a refused key is doubted the others of the fleet should have had their chance to be taken. */
const DOUBT_KEY_AFTER_MS = 5_000;

/** Starts a fleet: enrols who has no key, connects everybody along the ramp, and goes on until stopped. */
export function startFleet(options: FleetOptions): Fleet {
  const { seed = 1, rampMs = 0, flaky = 0, say = () => {}, stateDir } = options;
  const { mqttUrl, intervalMs, positionMs, patienceMs, speed } = options;
  const clock = ownTimers(systemClock);
  const random = createRandom(`run ${seed}`);
  const counters = newCounters();
  const members = createRoster(seed, options.devices, flaky);
  const storage = stateDir === undefined ? null : openStorage(stateDir, clock, say);
  const flashes = new Map(members.map((member) => [member, flashOf(member)]));
  const devices = new Map<Serial, Device>();
  const startAt = new Map(members.map((member, place) => [member, (place / members.length) * rampMs]));
  const startedAt = clock.monotonic();
  /** Who was let in since the start, who got a key since then, and whether any key from before was taken. */
  const welcomed = new Set<Member>();
  const enrolledNow = new Set<Member>();
  let oldKeysOpen = false;
  let stopped: Promise<void> | undefined;
  const keyOf = (member: Member): string | null => flashes.get(member)?.memory.device_key ?? null;

  const enrolment = startEnrolment({
    api: createApiClient(options.apiUrl, options.provisioning),
    clock,
    random,
    say,
    mayReset: (member) => keyOf(member) === null || (!welcomed.has(member) && !oldKeysOpen),
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
    enrolledNow.add(member);
    flash.memory.device_key = deviceKey;
    // Who gave the key also owns the configuration, and may count its versions from one again.
    flash.memory.config_version = 0;
    flash.changed();
    const living = devices.get(member.serial);
    if (living) living.tryKey();
    else beginLater(member);
  }

  function beginLater(member: Member): void {
    const elapsed = clock.monotonic() - startedAt;
    clock.after(Math.max(0, (startAt.get(member) ?? 0) - elapsed), () => begin(member));
  }

  function welcome(member: Member): void {
    if (!enrolledNow.has(member)) oldKeysOpen = true;
    welcomed.add(member);
  }

  function begin(member: Member): void {
    const { serial } = member;
    if (devices.has(serial)) return;
    const device = startDevice({
      serial,
      member,
      mqttUrl,
      ca: options.ca,
      flash: flashes.get(member),
      intervalMs,
      positionMs,
      patienceMs,
      speed,
      random: random.fork(serial),
      counters,
      connected: () => welcome(member),
      refused: () => void clock.after(DOUBT_KEY_AFTER_MS, () => enrolment.request([member])),
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
    stop: () => (stopped ??= stop()),
  };

  async function stop(): Promise<void> {
    enrolment.stop();
    clock.cancelAll();
    const everybody = [...devices.values()];
    const deadline = systemClock.monotonic() + FAREWELLS_MS;
    const timeLeft = (): number => deadline - systemClock.monotonic();
    for (let at = 0; at < everybody.length && timeLeft() > 0; at += FAREWELLS_AT_ONCE) {
      const some = everybody.slice(at, at + FAREWELLS_AT_ONCE);
      await Promise.race([Promise.all(some.map((device) => device.stop())), sleep(systemClock, timeLeft())]);
    }
    for (const device of everybody) device.kill();
    storage?.close();
  }
}
