import { DEVICE_PASS_MAX } from '@belfry/schemas/domain/limits';
import { randomSerial, type Serial } from '@belfry/schemas/domain/serial';
import { GENRES, type Genre } from './media.ts';
import { createRandom, type Random } from './random.ts';
import { VERSIONS } from './versions.ts';

/** Who a device is: all of it follows from the seed of the fleet and the place in it. */
export type Member = {
  serial: Serial;
  /** With it the device fetches its key once. */
  pass: string;
  /** Where it hangs, for the people who administer it. */
  note: string;
  hostname: string;
  ip: string;
  mac: string;
  model: string;
  /** The version it left the factory with. */
  firstVersion: string;
  character: Character;
};

/** What makes one device behave unlike the next. */
export type Character = {
  /** Drops connections, answers slowly and fails more. */
  flaky: boolean;
  /** Milliseconds by which its clock is wrong. */
  skewMs: number;
  /** What it plays when it starts. */
  listens: 'music' | 'radio' | 'nothing';
  genre: Genre;
  /** How long it had been running when the simulation first saw it, in seconds. */
  uptimeSeconds: number;
  idleCpuPercent: number;
  idleMemoryPercent: number;
  diskUsedPercent: number;
  diskBytes: number;
  ambientCelsius: number;
  /** Time between two announcements of its own, in milliseconds. */
  announceEveryMs: number;
};

const PASS_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const HEX = '0123456789abcdef';
const MODELS = ['Belfry Mini', 'Belfry One', 'Belfry Pro'] as const;
const SITES = ['Central Station', 'Riverside Mall', 'Northgate School', 'Harbour Office', 'Old Town Market'] as const;
const ROOMS = ['entrance', 'lobby', 'platform', 'hall', 'canteen', 'office', 'corridor', 'checkout', 'garden'] as const;
const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
const GIGABYTE = 1_000_000_000;

/** The first devices of a bigger fleet are those of a smaller one with the same seed. */
export function createRoster(seed: number | string, devices: number, flakyShare: number): Member[] {
  const random = createRandom(`fleet ${seed}`);
  const taken = new Set<Serial>();
  return Array.from({ length: devices }, (_, index) => {
    const own = random.fork(`device ${index}`);
    let serial = randomSerial(own.next);
    while (taken.has(serial)) serial = randomSerial(own.next);
    taken.add(serial);
    return makeMember(serial, own, flakyShare);
  });
}

/** A sound device with this serial; everything else about it follows from the serial. */
export const memberWithSerial = (serial: Serial): Member => makeMember(serial, createRandom(serial), 0);

function makeMember(serial: Serial, random: Random, flakyShare: number): Member {
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
    character: makeCharacter(random.fork('character'), flakyShare),
  };
}

function makeCharacter(random: Random, flakyShare: number): Character {
  const flaky = random.chance(flakyShare);
  return {
    flaky,
    skewMs: flaky && random.chance(0.25) ? Math.round(random.between(-6, 6) * HOUR_MS) : 0,
    listens: random.pick(['music', 'music', 'radio', 'nothing', 'nothing']),
    genre: random.pick(GENRES),
    uptimeSeconds: Math.round(random.between(0.02, 21) * DAY_SECONDS),
    idleCpuPercent: random.between(3, 11),
    idleMemoryPercent: random.between(24, 46),
    diskUsedPercent: random.between(18, 70),
    diskBytes: random.pick([16, 32, 64]) * GIGABYTE,
    ambientCelsius: random.between(19, 29),
    announceEveryMs: random.between(2, 9) * 60_000,
  };
}

const textOf = (random: Random, length: number, letters: string): string =>
  Array.from({ length }, () => letters.charAt(random.integer(0, letters.length - 1))).join('');
