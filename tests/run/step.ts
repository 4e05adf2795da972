import { spawn } from 'node:child_process';
import type { Failure, Unit } from './progress.ts';

export interface Finished {
  code: number | null;
  output: string;
}

/** What a step found. */
export interface Outcome {
  passed: number;
  failed: number;
  /** What can be repeated: the files or stories that did not pass completely. Empty for a step that is not repeated. */
  repeatable: readonly Unit[];
  /** Those of the failed tests that are known by name, which a run that was stopped cannot tell of all. */
  failures: readonly Failure[];
  output: string;
}

/** No colours in the output, and no telemetry. */
const PLAIN_OUTPUT = { NO_COLOR: '1', FORCE_COLOR: undefined, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/**
 * Runs a command to its end and collects its output.
 * @param limit when it aborts, the command's process group is killed
 */
export async function runCommand(
  argv: readonly string[],
  limit: AbortSignal,
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const [command = '', ...args] = argv;
  const child = spawn(command, args, {
    env: { ...process.env, ...PLAIN_OUTPUT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const stop = (): void => {
    output += '\nstopped: it took longer than its limit\n';
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  };
  if (limit.aborted) stop();
  else limit.addEventListener('abort', stop, { once: true });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  return { code: await promise.finally(() => limit.removeEventListener('abort', stop)), output };
}

/** The line of `postgres-setup.ts` that names the server that the tests used, and why. */
const SERVER_LINE = /^Postgres: .+$/gm;

export type Work = (limit: AbortSignal) => Promise<Outcome>;

export interface Step {
  title: string;
  /** The time limit; what of the step has not passed by then has failed. */
  minutes: number;
  work: Work;
}

/** Milliseconds that a step may take: its own limit, or what is left of the run's. `AbortSignal.timeout` takes whole numbers only. */
export const limitMs = (minutes: number, leftMs: number): number =>
  Math.max(0, Math.trunc(Math.min(minutes * 60_000, leftMs)));

/** Returns a function that runs steps, each within its own time limit and within that of the whole run. */
export function createSteps(totalMinutes: number) {
  const deadline = performance.now() + totalMinutes * 60_000;
  /** Runs a step and prints one line with its counts and time, preceded by its whole output when it failed. */
  return async function run({ title, minutes, work }: Step): Promise<Outcome> {
    const startedAt = performance.now();
    const limit = AbortSignal.timeout(limitMs(minutes, deadline - startedAt));
    const outcome = await work(limit).catch((error: Error) => failure(title, error.message));
    const { passed, failed, output } = outcome;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    if (failed > 0) console.log(`\n${output.trim()}\n`);
    const counts = `${failed > 0 ? `${failed} failed, ` : ''}${passed} passed`;
    console.log(`${title.padEnd(28)} ${counts}  ${seconds} s of at most ${minutes * 60} s`);
    if (failed === 0) for (const [line] of output.matchAll(SERVER_LINE)) console.log(`  ${line}`);
    return outcome;
  };
}

/** The outcome of a step that counts as one test. */
export const success = (output = ''): Outcome => ({ passed: 1, failed: 0, repeatable: [], failures: [], output });

/** @param command runs the step alone */
export const failure = (name: string, error: string, command = '', output = error): Outcome => ({
  passed: 0,
  failed: 1,
  repeatable: [],
  failures: [{ name, error, command }],
  output,
});
