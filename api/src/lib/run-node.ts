import { execFile } from 'node:child_process';

export type ProcessLimits = { timeoutMs: number; maxHeapMb: number; maxOutputBytes: number };
/** What a program has printed: `output` is its standard output as JSON, undefined if it is none. `error` is null for exit code 0. */
export type ProcessResult = { error: Error | null; output: unknown; stderr: string };

/**
 * Runs a Node program in a process of its own, so that a hostile file can neither use the memory of the api nor stop it. The process
 * has no environment, which contains secrets, and is killed at its limits. Never rejects.
 */
export function runNode(program: string, args: readonly string[], limits: ProcessLimits): Promise<ProcessResult> {
  const { timeoutMs: timeout, maxHeapMb, maxOutputBytes: maxBuffer } = limits;
  const options = { timeout, killSignal: 'SIGKILL', maxBuffer, env: {} } as const;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`--max-old-space-size=${maxHeapMb}`, program, ...args],
      options,
      (error, stdout, stderr) => resolve({ error, output: parseJson(stdout), stderr }),
    );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
