import { readFileSync, readlinkSync } from 'node:fs';

/** Information about another process. Fields are undefined without /proc or permission. */
export interface ProcessInfo {
  /** The process has ended, but its parent has not waited for it (common below a container's pid 1). */
  zombie: boolean;
  /** Start time in clock ticks since boot. Unlike process ids it is not reused. */
  started: string | undefined;
  folder: string | undefined;
}

/** @returns undefined when no process has this id. */
export function inspectProcess(pid: number): ProcessInfo | undefined {
  if (!exists(pid)) return undefined;
  // The second field of stat is the command in parentheses and may hold spaces: count from its end. It begins with the
  // state (field 3); the start is field 22.
  const fields = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')) ?? [];
  return {
    zombie: fields[0] === 'Z',
    started: fields[19],
    folder: attempt(() => readlinkSync(`/proc/${pid}/cwd`)),
  };
}

function exists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
