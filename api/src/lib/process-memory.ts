import { execFile, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const POLL_MS = 100;
const MB = 1024 * 1024;
const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit'].find(existsSync);
/** What a process of Node reserves and does not use counts in this limit of the kernel, too: 560 MB at its start. */
const RESERVED_MB = 1_024;

/**
 * The command that runs `program` with a limit of the kernel on its memory, where the system has `prlimit`. It is wider than that of
 * `limitMemory`, and holds also for what a process takes between two polls.
 */
export function withMemoryLimit(program: string, args: readonly string[], maxMemoryMb: number): [string, string[]] {
  if (!PRLIMIT) return [program, [...args]];
  return [PRLIMIT, [`--data=${(maxMemoryMb + RESERVED_MB) * MB}`, program, ...args]];
}

/**
 * Kills a process once it has more than `maxMemoryMb` of memory, whatever kind it is: the limit of Node's heap covers neither buffers nor
 * WebAssembly. Systems without /proc and ps have no such limit. @returns whether it was killed, for its end
 */
export function limitMemory(child: ChildProcess, maxMemoryMb: number): () => boolean {
  let isKilled = false;
  let isAsking = false;
  const poll = async (pid: number): Promise<void> => {
    isAsking = true;
    const bytes = await residentBytes(pid);
    isAsking = false;
    if (bytes <= maxMemoryMb * MB || child.exitCode !== null) return;
    isKilled = true;
    child.kill('SIGKILL');
  };
  const timer = setInterval(() => {
    if (child.pid !== undefined && !isAsking) void poll(child.pid);
  }, POLL_MS).unref();
  child.once('close', () => clearInterval(timer));
  return () => isKilled;
}

/** The memory of a process in bytes; 0 once it has ended. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return (await psKilobytes(pid)) * 1024;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

const psKilobytes = (pid: number): Promise<number> =>
  new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (_error, stdout) => resolve(Number(stdout) || 0));
  });
