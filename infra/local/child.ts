import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseLog } from './logs.ts';

export interface Command {
  argv: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

const TAIL_LINES = 5;
const LAST_WORDS_MS = 250;

/** A running child process together with the last lines it printed. */
export interface Child {
  process: ChildProcess;
  /** What it said at the end, for people: pino lines are reduced to their message. Call after its exit. */
  lastWords: () => Promise<string>;
}

/**
 * Starts a process that leads a group of its own, so that Ctrl+C in the terminal reaches the launcher only and parts
 * stop in order.
 * @param onLine gets every line of its standard output and error.
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
    async lastWords() {
      // They can arrive after the exit; descendants that keep the pipe open must not hold them up.
      await Promise.race([closed, delay(LAST_WORDS_MS)]);
      return tail.map(messageOf).join('\n');
    },
  };
}

/** Asks a process to end, kills it and its group after the grace, and waits until it is gone. */
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

/** Runs a command to its end; rejects with its last words when it fails. */
export async function runToEnd(command: Command, onStart: (child: Child) => void = () => {}): Promise<void> {
  const child = startChild(command, () => {});
  onStart(child);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.process.once('error', reject).once('exit', resolve);
  if ((await promise) !== 0) throw new Error(await child.lastWords());
}

function killGroup(leader: number): void {
  try {
    // A negative id names the group: what the part itself had started goes with it.
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}

function messageOf(line: string): string {
  return parseLog(line)?.msg ?? line;
}
