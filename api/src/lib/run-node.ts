import { execFile } from 'node:child_process';
import { limitMemory, withMemoryLimit } from './process-memory.ts';

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
