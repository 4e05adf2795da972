import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseLog, textOf } from '../logs.ts';

export interface Command {
  argv: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

const TAIL_LINES = 5;
const OUTPUT_GRACE_MS = 250;

export interface Child {
  process: ChildProcess;
  /** Its last lines, with pino lines reduced to their message and its cause. Call after its exit. */
  lastOutput: () => Promise<string>;
}

/**
 * Starts a process in its own process group, so that Ctrl+C in the terminal reaches only the launcher, which stops all
 * processes in order.
 * @param onLine called with every line of standard output and error
 */
export function startChild(
  { argv: [command = '', ...args], cwd, env }: Command,
  onLine: (line: string) => void,
): Child {
  const tail: string[] = [];
  const process = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(process, 'close').catch(() => {});
  for (const input of [process.stdout, process.stderr]) {
    createInterface({ input }).on('line', (line) => {
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
      onLine(line);
    });
  }
  return {
    process,
    async lastOutput() {
      // They can arrive after the exit; descendants that keep the pipe open must not hold them up.
      await Promise.race([closed, delay(OUTPUT_GRACE_MS)]);
      return tail.map(messageOf).join('\n');
    },
  };
}

/** Sends a signal to a process, kills its group after `graceMs`, and waits until it has ended. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => killGroup(pid), graceMs);
  await gone;
  clearTimeout(timer);
  killGroup(pid);
}

/** Runs a command to its end; rejects with its last output when it fails. */
export async function runToEnd(command: Command, onStart: (child: Child) => void = () => {}): Promise<void> {
  const child = startChild(command, () => {});
  onStart(child);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.process.once('error', reject).once('exit', resolve);
  if ((await promise) !== 0) throw new Error(await child.lastOutput());
}

function killGroup(leader: number): void {
  try {
    // A negative id addresses the process group, including the children of the process.
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group has no process any more.
  }
}

function messageOf(line: string): string {
  const parsed = parseLog(line);
  return (parsed && textOf(parsed)) || line;
}
