import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, opendir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { WorkFiles } from './file-store.ts';

/** Below DATA_DIR, so that a finished file is moved to its name and not copied. */
export function createWorkFiles(dataDir: string): WorkFiles {
  const folder = resolve(dataDir, '.work');
  const prepare = (): Promise<string | undefined> => mkdir(folder, { recursive: true });
  return {
    async newFile() {
      await prepare();
      return join(folder, randomUUID());
    },
    async newFolder() {
      await prepare();
      return mkdtemp(join(folder, 'f-'));
    },
    async removeOlderThan(ageMs) {
      await prepare();
      for await (const { name } of await opendir(folder)) {
        const path = join(folder, name);
        // Its user may delete it at this moment.
        const modifiedAt = await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => Infinity,
        );
        if (modifiedAt < Date.now() - ageMs) await rm(path, { recursive: true, force: true });
      }
    },
  };
}
