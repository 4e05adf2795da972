import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspectProcess } from '../processes/inspect-process.ts';

const MAX_WAIT_MS = 10_000;
const POLL_MS = 50;

/**
 * Waits until the server of a killed launcher has stopped.
 * A lock file whose process id belongs to another program (ids are reused, in containers soon) or to a zombie is
 * removed, since Postgres would not start with it.
 * @throws when the other server is still running after 10 s
 */
export async function waitForPreviousServer(dir: string): Promise<void> {
  const lock = join(dir, 'postmaster.pid');
  const deadline = performance.now() + MAX_WAIT_MS;
  while (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8').split('\n', 1)[0]);
    const holder = inspectProcess(pid);
    if (!holder) return;
    if (holder.zombie || (holder.folder !== undefined && holder.folder !== dir)) return rmSync(lock, { force: true });
    if (performance.now() > deadline)
      throw new Error(`another PostgreSQL (process ${pid}) runs on ${dir}: stop it first`);
    await delay(POLL_MS);
  }
}
