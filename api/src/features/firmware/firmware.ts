import { join } from 'node:path';
import PQueue from 'p-queue';
import type { CoreDeps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { createArchiveFiles, type ArchiveFiles } from './archives/archive-files.ts';
import type { FileStore } from '../../storage/index.ts';
import { createArchiveTool, type ArchiveTool } from './archives/archive-tool.ts';
import { shareSigningKey } from './archives/shared-signing-key.ts';
import { createDownloadSlots, type DownloadSlots } from '../../http/files/download-slots.ts';

/** Archives that are built or checked at the same time, and those that may wait: each is a process. */
const WORK_AT_ONCE = 1;
const WAITING_MAX = 4;
const RETRY_AFTER_S = 10;

/** The files of the archives, and the work on them that costs more than a statement. */
export type Firmware = {
  files: ArchiveFiles;
  tool: ArchiveTool;
  downloads: DownloadSlots;
  /** Runs `work` in a folder that is deleted afterwards, one at a time. Throws rate_limited while too many wait. */
  inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
};

export function createFirmware(deps: Pick<CoreDeps, 'config' | 'db' | 'log'>, store: FileStore): Firmware {
  const files = createArchiveFiles(store);
  const keyFile = join(deps.config.DATA_DIR, 'firmware-key.pem');
  const queue = new PQueue({ concurrency: WORK_AT_ONCE });
  return {
    files,
    tool: createArchiveTool(keyFile, () => shareSigningKey(deps, keyFile)),
    downloads: createDownloadSlots(),
    async inWorkFolder(work) {
      if (queue.size >= WAITING_MAX) throw busy();
      return queue.add(async () => {
        const folder = await files.openWorkFolder();
        try {
          return await work(folder);
        } finally {
          await files.discard(folder);
        }
      });
    },
  };
}

const busy = (): AppError =>
  new AppError('rate_limited', 'Other archives are being worked on. Please try again shortly.', {
    retryAfterSeconds: RETRY_AFTER_S,
  });
