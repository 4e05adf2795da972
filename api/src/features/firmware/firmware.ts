import { join } from 'node:path';
import type { CoreDeps } from '../../deps.ts';
import { createBoundedQueue } from '../../lib/bounded-queue.ts';
import { createArchiveFiles, type ArchiveFiles } from './archives/archive-files.ts';
import type { FileStore } from '../../storage/index.ts';
import { createArchiveTool, type ArchiveTool } from './archives/archive-tool.ts';
import { shareSigningKey } from './archives/shared-signing-key.ts';
import { createDownloadSlots, type DownloadSlots } from '../../http/files/download-slots.ts';

/** Building and checking archives, each of which is a process. */
const ARCHIVE_WORK = {
  atOnce: 1,
  waitingMax: 4,
  busyText: 'Other archives are being worked on. Please try again shortly.',
};

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
  const queue = createBoundedQueue(ARCHIVE_WORK);
  return {
    files,
    tool: createArchiveTool(keyFile, () => shareSigningKey(deps, keyFile)),
    downloads: createDownloadSlots(),
    inWorkFolder(work) {
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
