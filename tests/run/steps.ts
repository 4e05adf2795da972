import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { endChild, runToEnd } from '@belfry/infra/local/processes/child';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import { ensureChromium } from '../support/processes/chromium.ts';
import { PROPERTY_SEED } from '../support/property-seed.ts';
import { runCommand } from './command.ts';
import { missing } from './programs.ts';
import { failure, readPlaywright, readVitest, type Results } from './results.ts';

const ROOT = join(import.meta.dirname, '../..');
const BROWSER = 'tests/browser/playwright.config.ts';

export interface Step {
  title: string;
  /** The time limit; a step that takes longer has failed. */
  minutes: number;
  work: (limit: AbortSignal) => Promise<Results>;
}
/** Steps that run beside each other. Groups run one after another. */
export type Group = readonly Step[];

/** The tests of a run by their tags, as Vitest's filter and as what the filter leaves out. */
type Filter = { filter: string; leavesOut: (tags: readonly string[]) => boolean };
/** The gate leaves out what is large for what it protects. RabbitMQ runs the rest, and what is about each engine. */
const NOT_LARGE: Filter = { filter: '!full', leavesOut: (tags) => tags.includes('full') };
const LARGE: Filter = { filter: 'full', leavesOut: (tags) => !tags.includes('full') };
const FOR_RABBITMQ: Filter = {
  filter: '!full || each-engine',
  leavesOut: (tags) => tags.includes('full') && !tags.includes('each-engine'),
};

type Options = {
  /** Projects of `vitest.config.ts` or of the configuration of Playwright. */
  run: readonly string[];
  /** Arguments of the tool. */
  options?: readonly string[];
  tags?: Filter;
  /** How often a failed test is tried again; a test that passes then is flaky. */
  retries?: number;
  env?: NodeJS.ProcessEnv;
  /** Why the step cannot run on this machine, which is a failure; null when it can. */
  obstacle?: () => string | null;
};

/** Each thread of the type-aware rules has types of its own, so more of them need more processor time. The other checks need some too. */
const LINT_THREADS = { GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))) };
/** Node strips the types of our modules itself. Playwright would translate all of them, which takes 12 s of processor time in a new clone. */
const NATIVE_TYPES = { PW_DISABLE_TS_ESM: '1' };
const projects = (names: readonly string[]): string[] => names.map((name) => `--project=${name}`);

/** A check that has no tests of its own. Its errors are printed as they come. */
export const check = (title: string, minutes: number, argv: readonly string[], env: NodeJS.ProcessEnv = {}): Step => ({
  title,
  minutes,
  async work(limit) {
    let shown = 0;
    const onText = (text: string): void => {
      const errors = stripVTControlCharacters(text)
        .split('\n')
        .filter((line) => /\berror\b|^\s*[x×] /.test(line));
      for (const line of errors.slice(0, Math.max(0, 10 - shown))) console.log(`${title}: ${line.trim()}`);
      shown += errors.length;
    };
    const { code, output } = await runCommand(argv, limit, { env, onText });
    return code === 0 ? { passed: 1, failures: [], flaky: [], output } : failure(title, output, argv.join(' '), output);
  },
});

/** Tests of Vitest. @param reports the folder of the report */
export const vitest = (
  reports: string,
  title: string,
  minutes: number,
  { run, options = [], tags, retries = 0, env = {}, obstacle = () => null }: Options,
): Step => ({
  title,
  minutes,
  async work(limit) {
    const reason = obstacle();
    if (reason !== null) return failure(title, reason);
    const report = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`);
    const argv = ['vitest', 'run', ...projects(run), ...(tags ? [`--tags-filter=${tags.filter}`] : []), ...options];
    const reporters = [`--retry=${retries}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { code, output } = await runCommand([...argv, ...reporters], limit, { env });
    const results = readVitest(report, tags?.leavesOut ?? (() => false));
    return settled(results, { title, code, output, command: `npx ${argv.join(' ')}` });
  },
});

/** Tests in a browser. */
export const browser = (
  reports: string,
  title: string,
  minutes: number,
  { run, options = [], env = {}, obstacle = () => null }: Options,
): Step => ({
  title,
  minutes,
  async work(limit) {
    const reason = obstacle();
    if (reason !== null) return failure(title, reason);
    const report = join(reports, `${title.replaceAll(/\W+/g, '-')}.json`);
    const argv = ['playwright', 'test', '--config', BROWSER, ...projects(run), ...options];
    const { code, output } = await runCommand([...argv, '--retries=1', '--reporter=list,json'], limit, {
      env: { ...NATIVE_TYPES, CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
    });
    return settled(readPlaywright(report, BROWSER), { title, code, output, command: `npx ${argv.join(' ')}` });
  },
});

/** A run without a report was stopped at its limit; one that failed without a failed test has an error outside of any. */
function settled(
  results: Omit<Results, 'output'> | null,
  { title, code, output, command }: { title: string; code: number | null; output: string; command: string },
): Results {
  if (results === null) return failure(title, 'it was stopped at its limit, or did not start', command, output);
  if (code !== 0 && results.failures.length === 0) {
    return { ...results, failures: [{ name: title, error: 'an error outside of any test', command }], output };
  }
  return { ...results, output };
}

export const buildConsole: Step = {
  title: 'console build',
  minutes: 6,
  async work(limit) {
    await ensureWebBuilt((command) =>
      runToEnd(command, ({ process }) => {
        limit.addEventListener('abort', () => void endChild(process, 'SIGTERM', 1_000), { once: true });
      }),
    );
    return { passed: 1, failures: [], flaky: [], output: '' };
  },
};

export const UNITS = ['unit', 'web-logic', 'web', 'web-isolated'];
export const FLOWS = ['flows', 'isolated'];
/** By default Vitest leaves one of two cores idle. */
export const TWO_WORKERS = ['--maxWorkers=2'];
export const types = check('types', 8, ['npm', 'run', '--silent', 'typecheck']);

/**
 * The steps of the gate and of the full run, in the order in which they fail most often for their time. Limits are for what hangs: at least twice what
 * two slow cores have needed.
 * @param reports the folder of the reports
 */
export function createSteps(reports: string): { gate: readonly Group[]; full: readonly Group[] } {
  const gate: readonly Group[] = [
    [check('lint and format', 8, ['npm', 'run', '--silent', 'lint'], LINT_THREADS), types, buildConsole],
    [vitest(reports, 'units', 15, { run: UNITS, options: TWO_WORKERS })],
    [vitest(reports, 'flows', 25, { run: FLOWS, tags: NOT_LARGE, retries: 1 })],
    [browser(reports, 'browser stories', 22, { run: ['stories', 'screens-gate'] })],
  ];
  const rabbitmq = () => missing('rabbitmq-server');
  const more: readonly Group[] = [
    [
      vitest(reports, 'new values of properties', 12, {
        run: ['unit'],
        options: propertyTests(),
        env: { [PROPERTY_SEED]: 'random' },
      }),
    ],
    [vitest(reports, 'more flows', 25, { run: ['more-flows'], tags: LARGE, retries: 1 })],
    // Both run one file at a time and wait for other processes most of it, so they share the two cores.
    [
      vitest(reports, 'chaos', 40, { run: ['chaos'], retries: 1 }),
      vitest(reports, 'RabbitMQ', 40, { run: ['engines'], tags: FOR_RABBITMQ, retries: 1, obstacle: rabbitmq }),
    ],
    [
      browser(reports, 'RabbitMQ in a browser', 10, {
        run: ['timed'],
        options: ['fleet-live'],
        env: { TEST_ENGINE: 'rabbitmq' },
        obstacle: rabbitmq,
      }),
    ],
    [
      vitest(reports, 'other programs', 10, {
        run: ['programs', 'mosquitto'],
        retries: 1,
        obstacle: () => missing('mosquitto', 'mpd', 'pgbouncer', 'prometheus'),
      }),
    ],
    [browser(reports, 'more browser stories', 40, { run: ['more-stories'] })],
    [browser(reports, 'screens', 40, { run: ['screens'] })],
    // These measure times or record sound, so nothing runs beside them.
    [vitest(reports, 'audio', 15, { run: ['audio'], retries: 2, obstacle: () => missing('mpd', 'ffmpeg') })],
    [vitest(reports, 'timed chaos', 10, { run: ['chaos-timed'], retries: 1 })],
    [browser(reports, 'timed browser stories', 10, { run: ['timed'] })],
  ];
  return { gate, full: [...gate, ...more] };
}

/** The unit tests that try values at random. */
const propertyTests = (): string[] =>
  globSync('{schemas,broker,api,infra,tests}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] }).filter(
    (file) => readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'"),
  );
