import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { firstLine, hasFailed, PROGRESS_FILE, readProgress, SEPARATOR, type Unit } from './progress.ts';
import { failure, runCommand, success, type Finished, type Outcome } from './step.ts';

const HERE = import.meta.dirname;
const BROWSER = ['--config', 'tests/browser/playwright.config.ts'];

/** Runs an npm script that has no test count: its exit code decides whether it passed. */
export async function check(script: string, limit: AbortSignal, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const { code, output } = await runCommand(['npm', 'run', '--silent', script], limit, env);
  return code === 0 ? success(output) : failure(script, firstLine(output), `npm run ${script}`, output);
}

/**
 * Runs vitest. A skipped test counts as failed.
 * @param options what it runs
 * @param progress the file in which its reporter keeps the counts
 */
export async function vitest(
  options: readonly string[],
  progress: string,
  limit: AbortSignal,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const reporters = ['--reporter=default', `--reporter=${join(HERE, 'vitest-progress.ts')}`];
  const finished = await runCommand(['vitest', 'run', ...options, ...reporters], limit, {
    ...env,
    [PROGRESS_FILE]: progress,
  });
  return toOutcome(`vitest ${options.join(' ')}`, finished, readProgress(progress));
}

/** Node strips the types of our modules itself. Playwright would translate all of them, which takes 12 s of processor time in a new clone. */
const NATIVE_TYPES = { PW_DISABLE_TS_ESM: '1' };

/** Runs browser tests with the given environment. */
export async function playwright(
  options: readonly string[],
  progress: string,
  limit: AbortSignal,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const reporters = `--reporter=list,${join(HERE, 'playwright-progress.ts')}`;
  const finished = await runCommand(['playwright', 'test', ...options, reporters], limit, {
    ...NATIVE_TYPES,
    ...env,
    [PROGRESS_FILE]: progress,
  });
  return toOutcome(`playwright ${options.join(' ')}`, finished, readProgress(progress));
}

/** An error outside of any test fails the run although no test failed. */
function toOutcome(command: string, { code, output }: Finished, units: readonly Unit[]): Outcome {
  const passed = units.reduce((sum, unit) => sum + unit.passed, 0);
  const failed = units.reduce((sum, unit) => sum + unit.planned - unit.passed, 0);
  const repeatable = units.filter(hasFailed);
  const failures = repeatable.flatMap((unit) => unit.failures);
  if (code === 0 || failed > 0) return { passed, failed, repeatable, failures, output };
  return { ...failure(command, 'an error outside of any test', `npx ${command}`, output), passed };
}

/** Runs files of vitest alone: one at a time. */
export const repeatFiles =
  (projects: readonly string[]) => (units: readonly Unit[], progress: string, limit: AbortSignal) =>
    vitest([...projects, '--no-file-parallelism', ...units.map(({ name }) => name)], progress, limit);

/** The folder from which Playwright's lists of tests name the files. */
const LIST_ROOT = 'tests/browser';

/** Runs stories alone: one at a time. A unit of Playwright is named as in its lists of tests, except for the folder of the file. */
export const repeatStories =
  (env: NodeJS.ProcessEnv) =>
  (units: readonly Unit[], progress: string, limit: AbortSignal): Promise<Outcome> => {
    const list = `${progress}.list`;
    const lines = units.map(({ name }) => {
      const [project = '', file = '', ...titles] = name.split(SEPARATOR);
      return [project, relative(LIST_ROOT, file), ...titles].join(SEPARATOR);
    });
    writeFileSync(list, lines.join('\n'));
    return playwright([...BROWSER, '--workers=1', '--test-list', list], progress, limit, env);
  };

/** Runs browser tests of our configuration. */
export const stories = (
  options: readonly string[],
  progress: string,
  limit: AbortSignal,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> => playwright([...BROWSER, ...options], progress, limit, env);
