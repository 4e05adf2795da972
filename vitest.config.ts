import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ENGINE_TESTS } from './tests/engines/tests.ts';
import { TAGS } from './tests/tags.ts';
import { emblemIcons } from './web/build/emblem-icons.ts';

/**
 * `isolate: false`: the files of a worker share loaded modules, which takes a third of the processor time. So a test file
 * restores what it changes in modules, the environment and timers, and is named `x.isolated.test.ts` where it mocks a module
 * or needs a module that no other file has used.
 */
const SERVERS = [
  'schemas',
  'broker',
  'api',
  'device-firmware-sim',
  'infra',
  'tests/support',
  'tests/budget',
  'tests/cases',
];

/** Tests of the console that render nothing, but need a document, a window or their storage. The other `.test.ts` run without a DOM. */
const DOM_TESTS = 'src/**/*.dom.test.ts';
const ISOLATED_TESTS = 'src/**/*.isolated.test.{ts,tsx}';
const CONSOLE = { plugins: [emblemIcons()] };

const isolatedTests = (folder: string): string => `${folder}/**/*.isolated.test.ts`;
/** Tests that need a program that is not ours; see tests/run/programs.ts. */
const programTests = (folder: string): string => `${folder}/**/*.program.test.ts`;

/** Limits for what hangs, not for how long something takes: a busy machine may pause for seconds. */
const LONG_TIMEOUTS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: join(import.meta.dirname, 'tests/support/long-timeouts.ts'),
};

/**
 * Node loads the modules of the servers itself, types and all, as it does in production: Vite's runner would transform each of them first. `vi.mock`
 * works as well. The console needs Vite.
 */
const NATIVE = { experimental: { viteModuleRunner: false } };

/** Tests that try values at random. */
const PROPERTIES = {
  ...LONG_TIMEOUTS,
  ...NATIVE,
  setupFiles: [LONG_TIMEOUTS.setupFiles, join(import.meta.dirname, 'tests/support/property-seed.ts')],
};

/** The flows in which a file or a test has the tag. */
const filesWithTag = (tag: string): string[] =>
  globSync('tests/flows/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
    new RegExp(`@module-tag ${tag}\\b|tags: \\['${tag}'`).test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );

/** Tests of the console with a document. */
const PAGE = {
  root: 'web',
  environment: 'happy-dom',
  ...LONG_TIMEOUTS,
  setupFiles: [LONG_TIMEOUTS.setupFiles, join(import.meta.dirname, 'web/src/testing/setup.ts')],
};

const FLOWS = {
  ...PROPERTIES,
  tags: TAGS,
  globalSetup: 'tests/support/postgres/postgres-setup.ts',
  // Flows wait for Postgres and the broker as long as they compute. They run after the projects of group 0.
  maxWorkers: 5,
  sequence: { groupOrder: 1 },
};

/** Chaos tests kill processes and fill disks, so files run one at a time, each with its own Postgres. */
const CHAOS = { ...LONG_TIMEOUTS, ...NATIVE, fileParallelism: false };
/** Flows on RabbitMQ in the place of the bundled broker. All stacks use one node, so files run one at a time. */
const ENGINES = {
  ...FLOWS,
  globalSetup: 'tests/support/engines/rabbitmq-setup.ts',
  fileParallelism: false,
  sequence: { groupOrder: 3 },
};
const TIMED_CHAOS = ['tests/chaos/broken-clients.test.ts', 'tests/chaos/fuzz.test.ts'];

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: [
        '{schemas,broker,api,device-firmware-sim,web}/src/**',
        'infra/{local,speech-engine/src,speech-neural/src}/**',
      ],
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: SERVERS.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...SERVERS.map(isolatedTests), ...SERVERS.map(programTests)],
          isolate: false,
          ...PROPERTIES,
        },
      },
      {
        ...CONSOLE,
        test: {
          name: 'web-logic',
          include: ['src/**/*.test.ts'],
          exclude: [DOM_TESTS, ISOLATED_TESTS],
          isolate: false,
          root: 'web',
          ...LONG_TIMEOUTS,
          setupFiles: [LONG_TIMEOUTS.setupFiles, join(import.meta.dirname, 'web/src/testing/browser-language.ts')],
        },
      },
      {
        ...CONSOLE,
        test: {
          name: 'web',
          include: ['src/**/*.test.tsx', DOM_TESTS],
          exclude: [ISOLATED_TESTS],
          isolate: false,
          ...PAGE,
        },
      },
      { ...CONSOLE, test: { name: 'web-isolated', include: [ISOLATED_TESTS], pool: 'vmThreads', ...PAGE } },
      {
        test: {
          name: 'flows',
          exclude: [isolatedTests('tests/flows'), programTests('tests/flows')],
          include: ['tests/flows/**/*.test.ts', 'tests/engines/rights.test.ts'],
          isolate: false,
          ...FLOWS,
        },
      },
      {
        test: {
          name: 'more-flows',
          include: filesWithTag('full'),
          exclude: [isolatedTests('tests/flows'), programTests('tests/flows')],
          isolate: false,
          ...FLOWS,
        },
      },
      { test: { name: 'programs', include: SERVERS.concat('tests/flows').map(programTests), ...FLOWS } },
      {
        test: {
          name: 'mosquitto',
          include: ['tests/flows/service/conformance/*.test.ts'],
          env: { CONFORMANCE_OF: 'Mosquitto' },
          ...LONG_TIMEOUTS,
        },
      },
      // Tests that mock a module need modules of their own.
      { test: { name: 'isolated', include: SERVERS.concat('tests/flows').map(isolatedTests), ...FLOWS } },
      {
        test: {
          name: 'engines',
          include: ENGINE_TESTS,
          isolate: false,
          ...ENGINES,
        },
      },
      // Sound is recorded in real time, so nothing else may delay it. A player empties a full pipe when the machine has paused its
      // reader for a third of a second, and the recording then has a gap: such a test is repeated.
      {
        test: {
          name: 'audio',
          include: ['tests/audio/**/*.test.ts'],
          ...FLOWS,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      { test: { name: 'chaos', include: ['tests/chaos/**/*.test.ts'], exclude: TIMED_CHAOS, ...CHAOS } },
      // These measure how much healthy devices are delayed, so nothing else may run beside them.
      { test: { name: 'chaos-timed', include: TIMED_CHAOS, ...CHAOS } },
    ],
  },
});
