import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import { createSemaphore, TooManyWaiting } from '../../lib/semaphore.ts';
import { createArchiveFiles, type ArchiveFiles } from './archives/archive-files.ts';
import type { FileStore } from '../../storage/index.ts';
import { createArchiveTool, type ArchiveTool } from './archives/archive-tool.ts';
import { shareSigningKey } from './archives/shared-signing-key.ts';
import { createDownloadSlots, type DownloadSlots } from '../../http/files/download-slots.ts';
import type { Deps } from '../../deps.ts';

declare module '../../deps.ts' {
  interface Deps {
    firmware: Firmware;
  }
}

/** Building and checking archives, each of which is a process. All share one key. */
const ARCHIVE_WORK = { perKey: 1, waitingPerKey: 4 };
const BUSY = 'Other archives are being worked on. Please try again shortly.';
const RETRY_AFTER_S = 10;

/** The files of the archives, and the work on them that costs more than a statement. */
export type Firmware = {
  files: ArchiveFiles;
  tool: ArchiveTool;
  downloads: DownloadSlots;
  /** Runs `work` in a folder that is deleted afterwards, one at a time. Throws rate_limited while too many wait. */
  inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
};

export function createFirmware(deps: Pick<Deps, 'config' | 'db' | 'log'>, store: FileStore): Firmware {
  const files = createArchiveFiles(store);
  const keyFile = join(deps.config.DATA_DIR, 'firmware-key.pem');
  const work = createSemaphore<'archives'>(ARCHIVE_WORK);
  return {
    files,
    tool: createArchiveTool(keyFile, () => shareSigningKey(deps, keyFile)),
    downloads: createDownloadSlots(),
    async inWorkFolder(use) {
      try {
        return await work.run('archives', async () => {
          const folder = await files.openWorkFolder();
          try {
            return await use(folder);
          } finally {
            await files.discard(folder);
          }
        });
      } catch (error) {
        if (!(error instanceof TooManyWaiting)) throw error;
        throw new AppError('rate_limited', BUSY, { retryAfterSeconds: RETRY_AFTER_S });
      }
    },
  };
}
