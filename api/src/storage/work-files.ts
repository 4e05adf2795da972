import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, opendir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { WorkFiles } from './file-store.ts';

/** The names begin with their process, since instances may share the folder. */
const nameOf = (host: string, pid: number): string => `${host.replaceAll(/[^\w.-]/g, '')}+${pid}+`;

/** Below DATA_DIR, so that a finished file is moved to its name and not copied. */
export function createWorkFiles(dataDir: string): WorkFiles {
  const folder = resolve(dataDir, '.work');
  const own = nameOf(hostname(), process.pid);
  const prepare = (): Promise<string | undefined> => mkdir(folder, { recursive: true });
  const removeWhere = async (isUnused: (name: string) => boolean | Promise<boolean>): Promise<void> => {
    await prepare();
    for await (const { name } of await opendir(folder)) {
      if (await isUnused(name)) await rm(join(folder, name), { recursive: true, force: true });
    }
  };
  return {
    async newFile() {
      await prepare();
      return join(folder, own + randomUUID());
    },
    async newFolder() {
      await prepare();
      return mkdtemp(join(folder, own));
    },
    removeOlderThan: (ageMs) =>
      removeWhere(async (name) => {
        // Its user may delete it at this moment.
        const modifiedAt = await stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => Infinity,
        );
        return modifiedAt < Date.now() - ageMs;
      }),
    removeAbandoned: () =>
      removeWhere((name) => {
        const [host = '', pid = ''] = name.split('+');
        return name.startsWith(nameOf(hostname(), Number(pid))) && host !== '' && !isRunning(Number(pid));
      }),
  };
}

/** Whether it is another process that runs. In a container the process before had the same id. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
