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
function withMemoryLimit(program: string, args: readonly string[], maxMemoryMb: number): [string, string[]] {
  if (!PRLIMIT) return [program, [...args]];
  return [PRLIMIT, [`--data=${(maxMemoryMb + RESERVED_MB) * MB}`, program, ...args]];
}
/**
 * Kills a process once it has more than `maxMemoryMb` of memory, whatever kind it is: the limit of Node's heap covers neither buffers nor
 * WebAssembly. Systems without /proc and ps have no such limit. @returns whether it was killed, for its end
 */
function limitMemory(child: ChildProcess, maxMemoryMb: number): () => boolean {
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
/** In bytes; 0 once the process has ended. */
async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return (await psKilobytes(pid)) * 1024;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
const psKilobytes = (pid: number): Promise<number> =>
  new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (_error, stdout) => resolve(Number(stdout) || 0));
  });

/** `maxMemoryMb`: of the whole process; `maxHeapMb`: of its objects of JavaScript. */
export type ProcessLimits = { timeoutMs: number; maxHeapMb: number; maxMemoryMb: number; maxOutputBytes: number };
/**
 * What a program has printed: `output` is its standard output as JSON, undefined if it is not JSON. `error` is null for exit code 0.
 * `isOverMemory`: it was killed because it had more memory than allowed.
 */
export type ProcessResult = { error: Error | null; output: unknown; stderr: string; isOverMemory: boolean };

/**
 * Runs a Node program in a process of its own, so that a hostile file can neither use the memory of the api nor stop it. The process
 * has no environment, which contains secrets, and is killed at its limits. Never rejects.
 */
export function runNode(program: string, args: readonly string[], limits: ProcessLimits): Promise<ProcessResult> {
  const { timeoutMs: timeout, maxHeapMb, maxMemoryMb, maxOutputBytes: maxBuffer } = limits;
  const options = { timeout, killSignal: 'SIGKILL', maxBuffer, env: {} } as const;
  const nodeArgs = [`--max-old-space-size=${maxHeapMb}`, program, ...args];
  const [command, commandArgs] = withMemoryLimit(process.execPath, nodeArgs, maxMemoryMb);
  return new Promise((resolve) => {
    const child = execFile(command, commandArgs, options, (error, stdout, stderr) =>
      resolve({ error, output: parseJson(stdout), stderr, isOverMemory: wasKilled() }),
    );
    const wasKilled = limitMemory(child, maxMemoryMb);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
