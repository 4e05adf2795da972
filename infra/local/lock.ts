import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectProcess } from './processes.ts';

/**
 * Takes the data folder for this process, so that two launchers never share one database.
 * @returns its release.
 * @throws when a living launcher has it. One that was killed does not count: its process id is compared with its start.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'launcher.lock');
  if (existsSync(file)) {
    const [pid = '', started = ''] = readFileSync(file, 'utf8').trim().split(' ');
    const holder = inspectProcess(Number(pid));
    if (holder && !holder.zombie && (holder.started ?? '') === started) {
      throw new Error(`Belfry already runs on DATA_DIR ${dataDir} (process ${pid}): stop it, or choose another folder`);
    }
  }
  writeFileSync(file, `${process.pid} ${inspectProcess(process.pid)?.started ?? ''}\n`);
  return () => rmSync(file, { force: true });
}
