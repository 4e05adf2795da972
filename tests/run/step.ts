import { spawn } from 'node:child_process';

export interface Outcome {
  passed: number;
  failed: number;
}

export interface Finished {
  code: number | null;
  output: string;
}

/** A step that takes longer hangs: it is killed with everything it started. */
const STEP_TIMEOUT_MS = 15 * 60_000;

/** Plain text, and no tool that reports home. */
const QUIET = { NO_COLOR: '1', FORCE_COLOR: undefined, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/** Runs a command to its end and keeps what it printed. */
export async function runCommand(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  const [command = '', ...args] = argv;
  const child = spawn(command, args, {
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const timer = setTimeout(() => {
    output += `\nstopped after ${STEP_TIMEOUT_MS / 60_000} minutes\n`;
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  }, STEP_TIMEOUT_MS);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  return { code: await promise.finally(() => clearTimeout(timer)), output };
}

/**
 * Runs a step under a calm heading: one line when it passes, everything it said when it does not.
 * @param work a step that throws counts as one failure.
 */
export async function step(title: string, work: () => Promise<Outcome & { output: string }>): Promise<Outcome> {
  const startedAt = performance.now();
  const { passed, failed, output } = await work().catch((error: Error) => ({
    passed: 0,
    failed: 1,
    output: error.message,
  }));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (failed > 0) console.log(`\n${output.trim()}\n`);
  console.log(`${title.padEnd(28)} ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed  ${seconds} s`);
  return { passed, failed };
}
