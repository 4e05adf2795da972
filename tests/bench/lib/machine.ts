import { execFileSync } from 'node:child_process';
import os from 'node:os';

/** Describes the machine in one line. Only ratios can be compared between machines. */
export function describeMachine(): string {
  const gib = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores, ${gib} GiB, ${os.type()} ${os.release()}, Node ${process.version}`;
}

/** The first line that a program prints, or null when it is not installed. */
export function versionOf(program: string, ...args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).split('\n')[0] ?? null;
  } catch (error) {
    const { code, stdout } = error as { code?: string; stdout?: string };
    return code === 'ENOENT' ? null : (stdout?.split('\n')[0] ?? null);
  }
}
