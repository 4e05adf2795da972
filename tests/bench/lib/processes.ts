import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { versionOf } from './machine.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const canPin = os.cpus().length > 1 && versionOf('taskset', '--version') !== null;

/** Running child processes, which are killed when the bench is interrupted. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const LINE_TIMEOUT_MS = 120_000;

export interface RunningProcess {
  process: ChildProcess;
  /** Resolves with the first accepted line of standard output; rejects when the process ends first, or after two minutes. */
  line(accept: (line: string) => boolean): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program, pinned to one core if the machine has several, and reads its standard output by line. */
export function start(
  command: string[],
  options: { core: number; env?: Record<string, string>; quiet?: boolean },
): RunningProcess {
  const [program = '', ...args] = canPin ? ['taskset', '-c', String(options.core), ...command] : command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', options.quiet === true ? 'ignore' : 'inherit'],
  });
  const ended = once(child, 'exit');
  running.add(child);
  void ended.then(() => running.delete(child));
  const seen: string[] = [];
  const waiting = new Set<(line: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    seen.push(line);
    if (seen.length > 1_000) seen.shift();
    for (const listener of waiting) listener(line);
  });
  return {
    process: child,
    line: (accept) =>
      new Promise((resolve, reject) => {
        const early = seen.find((line) => accept(line));
        if (early !== undefined) return resolve(early);
        const listener = (line: string): void => {
          if (!accept(line)) return;
          waiting.delete(listener);
          resolve(line);
        };
        waiting.add(listener);
        setTimeout(
          () => reject(new Error(`${command.join(' ')} did not print the expected line in time`)),
          LINE_TIMEOUT_MS,
        ).unref();
        void ended.then(() => reject(new Error(`${command.join(' ')} ended early:\n${seen.slice(-5).join('\n')}`)));
      }),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

/** The command line of a TypeScript program, by its path from the repository root. */
export const node = (script: string, ...args: string[]): string[] => [process.execPath, script, ...args];

/** Runs a load program. @returns the JSON line that it prints at its end. */
export async function runLoad<T>(script: string, options: { core: number; input: unknown }): Promise<T> {
  const load = start(node(script, JSON.stringify(options.input)), { core: options.core });
  const result = await load.line((line) => line.startsWith('{'));
  await load.stop();
  return JSON.parse(result) as T;
}
