import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { endChild, runToEnd } from '@belfry/infra/local/processes/child';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import { ensureChromium } from '../support/processes/chromium.ts';
import { previousCommit } from '../support/upgrade/release.ts';
import { PROPERTY_SEED } from '../support/property-seed.ts';
import { missing } from './programs.ts';
import type { Repeat } from './repeat.ts';
import { failure, success, type Outcome, type Step } from './step.ts';
import { check, repeatFiles, repeatStories, stories, vitest } from './suites.ts';

const ROOT = join(import.meta.dirname, '../..');

export type SuiteStep = Step & { repeat?: Repeat };
/** Steps that run beside each other. Groups run one after another. */
export type Group = readonly SuiteStep[];

type Options = {
  /** Projects of `vitest.config.ts` or of the configuration of Playwright. */
  run: readonly string[];
  /** Arguments of the tool. */
  options?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Why the step cannot run on this machine, which is a failure; null when it can. */
  obstacle?: () => string | null;
};

/** By default vitest leaves one of two cores idle. */
const TWO_WORKERS = ['--maxWorkers=2'];
/** The gate leaves out what is large for what it protects. RabbitMQ runs the rest, and what is about each engine. */
const LARGE = ['--tags-filter=full'];
const NOT_LARGE = ['--tags-filter=!full'];
const FOR_RABBITMQ = ['--tags-filter=!full || each-engine'];
/** Each thread of the type-aware rules has types of its own, so more of them need more processor time. The other checks need some too. */
const LINT_THREADS = { GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))) };

/**
 * The steps of the gate and of the full run. Limits are for what hangs: at least twice what two slow cores have needed.
 * @param reports the folder of the progress files
 */
export function createSuites(reports: string): { gate: readonly Group[]; full: readonly Group[] } {
  const progress = (title: string): string => join(reports, `${title.replaceAll(' ', '-')}.jsonl`);

  /** Tests of vitest that are never repeated. */
  const once = (
    title: string,
    minutes: number,
    { run, options = [], env = {}, obstacle = () => null }: Options,
  ): SuiteStep => ({
    title,
    minutes,
    async work(limit) {
      const reason = obstacle();
      return reason === null
        ? vitest([...projectsOf(run), ...options], progress(title), limit, env)
        : failure(title, reason);
    },
  });

  /** Tests of vitest whose failed files are run again, alone. */
  const repeated = (title: string, minutes: number, options: Options): SuiteStep => ({
    ...once(title, minutes, options),
    repeat: repeatFiles([...projectsOf(options.run), ...(options.options ?? [])]),
  });

  const browser = (
    title: string,
    minutes: number,
    { run, options = [], env = {}, obstacle = () => null }: Options,
  ): SuiteStep => {
    const environment = (): NodeJS.ProcessEnv => ({ ...env, CHROMIUM_PATH: ensureChromium() });
    return {
      title,
      minutes,
      async work(limit) {
        const reason = obstacle();
        return reason === null
          ? stories([...projectsOf(run), ...options], progress(title), limit, environment())
          : failure(title, reason);
      },
      repeat: async (units, file, limit) => repeatStories(environment())(units, file, limit),
    };
  };

  const gate: readonly Group[] = [
    [
      { title: 'lint and format', minutes: 8, work: (limit) => check('lint', limit, LINT_THREADS) },
      { title: 'types', minutes: 8, work: (limit) => check('typecheck', limit) },
      { title: 'console build', minutes: 6, work: buildConsole },
    ],
    [once('units', 15, { run: ['unit', 'web-logic', 'web', 'web-isolated'], options: TWO_WORKERS })],
    [repeated('flows', 25, { run: ['flows', 'isolated'], options: NOT_LARGE })],
    [browser('browser stories', 22, { run: ['stories', 'screens-gate'] })],
  ];

  const rabbitmq = () => missing('rabbitmq-server');
  const more: readonly Group[] = [
    [
      once('new values of properties', 12, {
        run: ['unit'],
        options: propertyTests(),
        env: { [PROPERTY_SEED]: 'random' },
      }),
    ],
    [repeated('more flows', 25, { run: ['more-flows'], options: LARGE })],
    // Both run one file at a time and wait for other processes most of it, so they share the two cores.
    [
      repeated('chaos', 40, { run: ['chaos'] }),
      repeated('RabbitMQ', 40, { run: ['engines'], options: FOR_RABBITMQ, obstacle: rabbitmq }),
    ],
    [
      browser('RabbitMQ in a browser', 10, {
        run: ['timed'],
        options: ['fleet-live'],
        env: { TEST_ENGINE: 'rabbitmq' },
        obstacle: rabbitmq,
      }),
    ],
    [
      repeated('other programs', 10, {
        run: ['programs', 'mosquitto'],
        obstacle: () => missing('mosquitto', 'mpd', 'pgbouncer', 'prometheus'),
      }),
    ],
    [browser('more browser stories', 40, { run: ['more-stories'] })],
    [browser('screens', 40, { run: ['screens'] })],
    // These measure times or record sound, so nothing runs beside them.
    [repeated('audio', 15, { run: ['audio'], obstacle: () => missing('mpd') })],
    [repeated('timed chaos', 10, { run: ['chaos-timed'] })],
    [browser('timed browser stories', 10, { run: ['timed'] })],
    [repeated('upgrade', 20, { run: ['upgrade'], obstacle: missingRelease })],
  ];
  return { gate, full: [...gate, ...more] };
}

const projectsOf = (names: readonly string[]): string[] => names.map((name) => `--project=${name}`);

/** The unit tests that try values at random. */
const propertyTests = (): string[] =>
  globSync('{schemas,broker,api,infra,tests}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] }).filter(
    (file) => readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'"),
  );

const missingRelease = (): string | null =>
  previousCommit() === null ? 'the previous release is not in the history of this clone; PREVIOUS names another' : null;

async function buildConsole(limit: AbortSignal): Promise<Outcome> {
  await ensureWebBuilt((command) =>
    runToEnd(command, ({ process }) => {
      limit.addEventListener('abort', () => void endChild(process, 'SIGTERM', 1_000), { once: true });
    }),
  );
  return success();
}
