import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createRandom } from '../hardware/random.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { bell, SERIAL, testProgramme } from '../testing/test-programme.ts';
import { programmeInMemory, createProgrammeUpdater, type ProgrammeFile } from './programme-store.ts';

const MINUTE_MS = 60_000;

let clock: ManualClock;
let file: ProgrammeFile;
/** What the server has for the device; undefined: it is away. */
let server: string | null | undefined;
let asked: number;
let updater: ReturnType<typeof createProgrammeUpdater>;

beforeEach(() => {
  clock = createManualClock();
  file = programmeInMemory();
  asked = 0;
  updater = createProgrammeUpdater({
    serial: SERIAL,
    clock,
    random: createRandom('updater'),
    file,
    source: {
      fetch: async () => server ?? Promise.reject(new Error('there is none')),
      current: async () => {
        asked++;
        return typeof server === 'string' ? createHash('sha256').update(server).digest('hex') : server;
      },
    },
    changed: () => undefined,
    invalid: () => undefined,
  });
});

const textOf = (version: number): string =>
  JSON.stringify({ ...testProgramme([bell(clock.now() + MINUTE_MS)]).programme, version });
const version = (): number | undefined => file.load()?.programme.version;

test('a device without a programme asks for it when none is announced', async () => {
  server = textOf(1);
  updater.connected();
  await clock.advance(MINUTE_MS);
  expect([version(), asked]).toEqual([1, 1]);
});

test('a device asks again until it is answered', async () => {
  server = undefined;
  updater.connected();
  await clock.advance(MINUTE_MS);
  expect(asked).toBeGreaterThan(1);
  server = textOf(1);
  await clock.advance(2 * MINUTE_MS);
  expect(version()).toBe(1);
});

test('a device that the server has no programme for asks once, and forgets the one that it has', async () => {
  server = textOf(1);
  updater.connected();
  await clock.advance(MINUTE_MS);
  server = null;
  updater.connected();
  await clock.advance(5 * MINUTE_MS);
  expect([file.load(), asked]).toEqual([null, 2]);
});

test('a device fetches a version that it was not told of', async () => {
  server = textOf(1);
  updater.connected();
  await clock.advance(MINUTE_MS);
  server = textOf(2);
  updater.connected();
  await clock.advance(MINUTE_MS);
  expect(version()).toBe(2);
});
