import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inspectProcess } from './processes.ts';

/** A watchdog needs eight seconds at most to end what a killed launcher left. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 50;

/**
 * Takes the data folder for this process, so that two launchers never share one database. After a launcher that was
 * killed it first waits until that one's watchdog has ended its parts.
 * @param watchdog the process that will end ours.
 * @returns its release.
 * @throws when a living launcher has the folder.
 */
export async function lockDataDir(dataDir: string, watchdog?: number): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'launcher.lock');
  if (existsSync(file)) {
    const [holder = '', itsWatchdog = ''] = readFileSync(file, 'utf8').split('\n');
    if (lives(holder)) {
      const [pid] = holder.split(' ');
      throw new Error(`Belfry already runs on DATA_DIR ${dataDir} (process ${pid}): stop it, or choose another folder`);
    }
    const deadline = performance.now() + PATIENCE_MS;
    while (lives(itsWatchdog) && performance.now() < deadline) await delay(LOOK_EVERY_MS);
  }
  writeFileSync(file, [process.pid, watchdog].map(identify).join('\n'));
  return () => rmSync(file, { force: true });
}

/** An id alone could belong to another process by now: its start tells. */
function identify(pid: number | undefined): string {
  return pid === undefined ? '' : `${pid} ${inspectProcess(pid)?.started ?? ''}`;
}

function lives(identity: string): boolean {
  const pid = Number(identity.split(' ')[0]);
  return identity === identify(pid) && inspectProcess(pid)?.zombie === false;
}
