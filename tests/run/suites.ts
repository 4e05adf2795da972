import { join } from 'node:path';
import { PROGRESS_FILE, readProgress } from './progress.ts';
import { runCommand, type Finished, type Outcome } from './step.ts';

type Result = Outcome & { output: string };
const HERE = import.meta.dirname;

/** Runs a command that has no test count: its exit code decides whether it passed. */
export async function check(argv: readonly string[], limit: AbortSignal, env: NodeJS.ProcessEnv = {}): Promise<Result> {
  const { code, output } = await runCommand(argv, limit, env);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
}

/** Runs vitest. A skipped test counts as failed. */
export async function vitest(options: readonly string[], progress: string, limit: AbortSignal): Promise<Result> {
  const reporters = ['--reporter=default', `--reporter=${join(HERE, 'vitest-progress.ts')}`];
  const finished = await runCommand(['vitest', 'run', ...options, ...reporters], limit, { [PROGRESS_FILE]: progress });
  return toResult(finished, readProgress(progress));
}

/** Node strips the types of our modules itself. Playwright would translate all of them, which takes 12 s of processor time in a new clone. */
const NATIVE_TYPES = { PW_DISABLE_TS_ESM: '1' };

/** Runs browser tests with the given environment. */
export async function playwright(
  options: readonly string[],
  progress: string,
  limit: AbortSignal,
  env: NodeJS.ProcessEnv = {},
): Promise<Result> {
  const reporters = `--reporter=list,${join(HERE, 'playwright-progress.ts')}`;
  const argv = ['playwright', 'test', ...options, reporters];
  const finished = await runCommand(argv, limit, { ...NATIVE_TYPES, ...env, [PROGRESS_FILE]: progress });
  return toResult(finished, readProgress(progress));
}

/** An error outside of any test fails the run although no test failed. */
function toResult({ code, output }: Finished, { passed, failed }: Outcome): Result {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output };
}
