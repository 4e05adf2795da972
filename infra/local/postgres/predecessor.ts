import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../lock.ts';

const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits for a server that a killed launcher left behind to finish stopping.
 * A lock file whose process id now belongs to another program (ids come round, in containers at once) is removed:
 * Postgres itself would refuse to start beside it.
 * @throws when the other server is still there after 10 s.
 */
export async function awaitPredecessor(dir: string): Promise<void> {
  const lock = join(dir, 'postmaster.pid');
  const deadline = performance.now() + PATIENCE_MS;
  while (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8').split('\n', 1)[0]);
    if (!isAlive(pid)) return;
    if (!worksIn(pid, dir)) return rmSync(lock, { force: true });
    if (performance.now() > deadline)
      throw new Error(`another PostgreSQL (process ${pid}) runs on ${dir}: stop it first`);
    await delay(LOOK_EVERY_MS);
  }
}

/** Whether a process has this folder as its own, as every Postgres server does; unknown counts as yes. */
function worksIn(pid: number, dir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dir;
  } catch {
    return true;
  }
}
