import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspectProcess } from '../processes.ts';

const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits for a server that a killed launcher left behind to finish stopping.
 * A lock file whose process id now belongs to another program (ids come round, in containers at once) or to a zombie is
 * removed: Postgres itself would refuse to start beside it.
 * @throws when the other server is still there after 10 s.
 */
export async function awaitPredecessor(dir: string): Promise<void> {
  const lock = join(dir, 'postmaster.pid');
  const deadline = performance.now() + PATIENCE_MS;
  while (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8').split('\n', 1)[0]);
    const holder = inspectProcess(pid);
    if (!holder) return;
    // Every server works in its cluster's folder.
    if (holder.zombie || (holder.folder !== undefined && holder.folder !== dir)) return rmSync(lock, { force: true });
    if (performance.now() > deadline)
      throw new Error(`another PostgreSQL (process ${pid}) runs on ${dir}: stop it first`);
    await delay(LOOK_EVERY_MS);
  }
}
