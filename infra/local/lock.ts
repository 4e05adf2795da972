import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspectProcess } from './processes/inspect-process.ts';

/** A watchdog needs at most eight seconds to end the processes of a killed launcher. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 50;

/**
 * Locks the data folder, so that two launchers never share one database. After a killed launcher it waits until that
 * one's watchdog has ended its processes.
 * @param watchdog the process id of this launcher's watchdog
 * @returns a function that releases the lock
 * @throws when another launcher is running on the folder
 */
export async function lockDataDir(dataDir: string, watchdog?: number): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'launcher.lock');
  if (existsSync(file)) {
    const [holder = '', itsWatchdog = ''] = readFileSync(file, 'utf8').split('\n');
    if (isRunning(holder)) {
      const [pid] = holder.split(' ');
      throw new Error(`Belfry already runs on DATA_DIR ${dataDir} (process ${pid}): stop it, or choose another folder`);
    }
    const deadline = performance.now() + MAX_WAIT_MS;
    while (isRunning(itsWatchdog) && performance.now() < deadline) await delay(POLL_MS);
  }
  writeFileSync(file, [process.pid, watchdog].map(identify).join('\n'));
  return () => rmSync(file, { force: true });
}

/** Identifies a process by id and start time, since ids are reused. */
function identify(pid: number | undefined): string {
  return pid === undefined ? '' : `${pid} ${inspectProcess(pid)?.started ?? ''}`;
}

function isRunning(identity: string): boolean {
  const pid = Number(identity.split(' ')[0]);
  return identity === identify(pid) && inspectProcess(pid)?.zombie === false;
}
