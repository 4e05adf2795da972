import { readFileSync, readlinkSync } from 'node:fs';

/** What the system tells about another process; parts are undefined where it has no /proc or does not allow it. */
export interface ProcessInfo {
  /** It has ended, but the process it belonged to has not asked for its result (common below a container's pid 1). */
  zombie: boolean;
  /** In clock ticks since boot: process ids come round, this does not. */
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
    // EPERM: somebody else's, but there.
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
