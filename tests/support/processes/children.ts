import { readdirSync, readFileSync } from 'node:fs';

/** The children of a process, such as Postgres, whose children overwrite their environment with their process title. */
export function childrenOf(parent: number): number[] {
  const isChild = (pid: number): boolean => {
    try {
      // State and parent follow the name, which may contain blanks.
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === parent;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isChild(pid));
}
