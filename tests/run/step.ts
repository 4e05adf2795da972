import { spawn } from 'node:child_process';

export interface Outcome {
  passed: number;
  failed: number;
}

export interface Finished {
  code: number | null;
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

type Work = (limit: AbortSignal) => Promise<Outcome & { output: string }>;

/** Returns a function that runs steps one after another, each within its own time limit and within that of the whole run. */
export function createSteps(totalMinutes: number) {
  const deadline = performance.now() + totalMinutes * 60_000;
  /**
   * Runs a step and prints one line with its counts and time, preceded by its whole output when it failed.
   * @param work when it rejects, the step counts as one failure
   */
  return async function step(title: string, minutes: number, work: Work): Promise<Outcome> {
    const startedAt = performance.now();
    const limit = AbortSignal.timeout(Math.max(0, Math.min(minutes * 60_000, deadline - startedAt)));
    const { passed, failed, output } = await work(limit).catch((error: Error) => ({
      passed: 0,
      failed: 1,
      output: error.message,
    }));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    if (failed > 0) console.log(`\n${output.trim()}\n`);
    const counts = `${failed > 0 ? `${failed} failed, ` : ''}${passed} passed`;
    console.log(`${title.padEnd(28)} ${counts}  ${seconds} s of at most ${minutes * 60} s`);
    if (failed === 0) for (const [line] of output.matchAll(SERVER_LINE)) console.log(`  ${line}`);
    return { passed, failed };
  };
}
