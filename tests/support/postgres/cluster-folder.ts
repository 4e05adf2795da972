import { mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder whose files exist in memory only, on Linux. */
const MEMORY = '/dev/shm';
/** A gigabyte of WAL and the databases of all workers fit in it several times. Containers often offer 64 MB only. */
const ENOUGH_BYTES = 4 * 1024 ** 3;
const PREFIX = 'belfry-test-';

/**
 * Creates the folder for the test server's files, in memory where there is enough of it. Every test database is eight hundred files that
 * live for seconds. A disk's file system spends up to half a second of processor time on creating them, since ext4 without a journal steps
 * over every inode that was deleted within the last minutes; in memory it takes 40 ms.
 * @param memory where files exist in memory; replaced in tests
 */
export function createClusterFolder(memory = MEMORY, enoughBytes = ENOUGH_BYTES): string {
  const parent = freeBytes(memory) >= enoughBytes ? memory : tmpdir();
  if (parent === memory) removeAbandoned(memory);
  return mkdtempSync(join(parent, `${PREFIX}${pidNamespace()}-${process.pid}-`));
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // There is no such folder on other systems.
    return 0;
  }
}

/** Removes the folders of runs that were killed, which would otherwise occupy memory until the machine restarts. */
function removeAbandoned(memory: string): void {
  for (const name of readdirSync(memory)) {
    const [, namespace, pid] = /^belfry-test-(\d+)-(\d+)-/.exec(name) ?? [];
    if (namespace === pidNamespace() && !isRunning(Number(pid)))
      rmSync(join(memory, name), { recursive: true, force: true });
  }
}

/** Containers may share the memory, but have process ids of their own. 0 where the system has no namespaces. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
