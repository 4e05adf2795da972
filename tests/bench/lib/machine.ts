import { execFileSync } from 'node:child_process';
import os from 'node:os';

/** One line on what the figures were measured with; figures of different machines do not compare, ratios do. */
export function describeMachine(): string {
  const gib = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus()[0]?.model ?? 'unknown'}, ${os.cpus().length} cores, ${gib} GiB, ${os.type()} ${os.release()}, Node ${process.version}`;
}

/** The first line of `program --version`-like output, or null where the program is not installed. */
export function versionOf(program: string, ...args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).split('\n')[0] ?? null;
  } catch (error) {
    const { code, stdout } = error as { code?: string; stdout?: string };
    return code === 'ENOENT' ? null : (stdout?.split('\n')[0] ?? null);
  }
}
