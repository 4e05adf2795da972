import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes the data folder for this process, so that two launchers never share one database.
 * @returns its release.
 * @throws when a living launcher has it. One that was killed does not count: its process id is compared with its start.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const file = join(dataDir, 'launcher.lock');
  if (existsSync(file)) {
    const [pid = '', started = ''] = readFileSync(file, 'utf8').trim().split(' ');
    if (isAlive(Number(pid)) && startOf(Number(pid)) === started) {
      throw new Error(`Belfry already runs on DATA_DIR ${dataDir} (process ${pid}): stop it, or choose another folder`);
    }
  }
  writeFileSync(file, `${process.pid} ${startOf(process.pid)}\n`);
  return () => rmSync(file, { force: true });
}

/** Whether a process has this id. One that belongs to somebody else also counts. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in clock ticks since boot; empty where the system has no /proc. Ids come round, this does not. */
function startOf(pid: number): string {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return '';
  // The second field is the command in parentheses and may hold spaces: count from its end. Field 22 is the start.
  return readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
}
