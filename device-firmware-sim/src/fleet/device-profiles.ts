import { DEVICE_PASS_MAX } from '@belfry/schemas/domain/limits';
import { randomSerial, type Serial } from '@belfry/schemas/domain/serial';
import { createRandom, type Random } from '../hardware/random.ts';
import { GENRES, type Genre } from '../players/media.ts';

/** The software versions of the simulated fleet, oldest first. */
const VERSIONS = ['3.1', '3.2', '3.3', '3.4'] as const;

export const LATEST_VERSION = '3.4';

/** The identity and behaviour of a simulated device, derived from the seed of the fleet and the index in it. */
export type DeviceProfile = {
  serial: Serial;
  pass: string;
  note: string;
  hostname: string;
  ip: string;
  mac: string;
  model: string;
  firstVersion: string;
  behaviour: Behaviour;
};

export type Behaviour = {
  /** Drops connections, responds slowly and fails often. */
  flaky: boolean;
  skewMs: number;
  autoplay: 'music' | 'radio' | 'nothing';
  genre: Genre;
  uptimeSeconds: number;
  idleCpuPercent: number;
  idleMemoryPercent: number;
  diskUsedPercent: number;
  diskBytes: number;
  ambientCelsius: number;
  /** The mean time between two announcements that it plays by itself, in milliseconds. */
  announcementIntervalMs: number;
  /** What its microphone hears of its loudspeaker: the tones, nothing, or the tones 20 dB softer; undefined: it has none. */
  microphone?: 'works' | 'deaf' | 'quiet' | undefined;
  /** The names of its relays and others; undefined: it has none. */
  outputs?: readonly string[] | undefined;
};

const PASS_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const HEX = '0123456789abcdef';
const MODELS = ['Belfry Mini', 'Belfry One', 'Belfry Pro'] as const;
const SITES = ['Central Station', 'Riverside Mall', 'Northgate School', 'Harbour Office', 'Old Town Market'] as const;
const ROOMS = ['entrance', 'lobby', 'platform', 'hall', 'canteen', 'office', 'corridor', 'checkout', 'garden'] as const;
/** One device of a fleet in ten. */
const WITH_OUTPUTS = /0$/;
const OUTPUTS = ['relay', 'strobe'] as const;
const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
const GIGABYTE = 1_000_000_000;

/** A larger fleet begins with the devices of a smaller one with the same seed. */
export function createProfiles(seed: number | string, devices: number, flakyShare: number): DeviceProfile[] {
  const random = createRandom(`fleet ${seed}`);
  const taken = new Set<Serial>();
  return Array.from({ length: devices }, (_, index) => {
    const own = random.fork(`device ${index}`);
    let serial = randomSerial(own.next);
    while (taken.has(serial)) serial = randomSerial(own.next);
    taken.add(serial);
    const profile = makeProfile(serial, own, flakyShare);
    return WITH_OUTPUTS.test(serial) ? { ...profile, behaviour: { ...profile.behaviour, outputs: OUTPUTS } } : profile;
  });
}

export const profileWithSerial = (serial: Serial): DeviceProfile => makeProfile(serial, createRandom(serial), 0);

function makeProfile(serial: Serial, random: Random, flakyShare: number): DeviceProfile {
  const room = random.pick(ROOMS);
  const number = random.integer(1, 40);
  return {
    serial,
    pass: textOf(random, DEVICE_PASS_MAX, PASS_LETTERS),
    note: `${random.pick(SITES)}, ${room} ${number}`,
    hostname: `belfry-${room}-${serial.slice(-4)}`,
    ip: `10.${random.integer(0, 63)}.${random.integer(0, 255)}.${random.integer(2, 254)}`,
    mac: Array.from({ length: 6 }, (_, at) => (at === 0 ? 'b8' : textOf(random, 2, HEX))).join(':'),
    model: random.pick(MODELS),
    firstVersion: random.pick(VERSIONS),
    behaviour: makeBehaviour(random.fork('character'), flakyShare),
  };
}

function makeBehaviour(random: Random, flakyShare: number): Behaviour {
  const flaky = random.chance(flakyShare);
  return {
    flaky,
    skewMs: flaky && random.chance(0.25) ? Math.round(random.between(-6, 6) * HOUR_MS) : 0,
    autoplay: random.pick(['music', 'music', 'radio', 'nothing', 'nothing']),
    genre: random.pick(GENRES),
    uptimeSeconds: Math.round(random.between(0.02, 21) * DAY_SECONDS),
    idleCpuPercent: random.between(3, 11),
    idleMemoryPercent: random.between(24, 46),
    diskUsedPercent: random.between(18, 70),
    diskBytes: random.pick([16, 32, 64]) * GIGABYTE,
    ambientCelsius: random.between(19, 29),
    announcementIntervalMs: random.between(2, 9) * 60_000,
    ...(random.chance(0.5) && { microphone: 'works' as const }),
  };
}

const textOf = (random: Random, length: number, letters: string): string =>
  Array.from({ length }, () => letters.charAt(random.integer(0, letters.length - 1))).join('');
