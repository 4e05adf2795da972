import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Files under their SHA-256, which never change. Another implementation may keep them in an object store. */
export type AudioStore = {
  /** Stores content, flushed and atomically. Content that exists already stays. */
  put(sha256: string, content: Buffer): Promise<void>;
  /** Moves a file of `openWorkFile` to its hash. */
  adopt(sha256: string, file: string): Promise<void>;
  /** The path of a new file for an upload, which the caller adopts or deletes. */
  openWorkFile(): Promise<string>;
  /** The folder and the path of a file below it, to be sent. */
  locate(sha256: string): { folder: string; file: string };
  remove(sha256: string): Promise<void>;
};

/** @param dataDir the files are in its folder `audio`, by the first two digits of their hash */
export function createAudioStore(dataDir: string): AudioStore {
  const folder = resolve(dataDir, 'audio');
  const work = join(folder, '.work');
  const fileOf = (sha256: string): string => join(sha256.slice(0, 2), sha256);
  const pathOf = (sha256: string): string => join(folder, fileOf(sha256));

  async function openWorkFile(): Promise<string> {
    await mkdir(work, { recursive: true });
    return join(work, randomUUID());
  }
  async function adopt(sha256: string, file: string): Promise<void> {
    await mkdir(dirname(pathOf(sha256)), { recursive: true });
    // The content of a name is always the same, so it does not matter which of two concurrent renames is the last.
    await rename(file, pathOf(sha256));
  }

  return {
    openWorkFile,
    adopt,
    async put(sha256, content) {
      if (await exists(pathOf(sha256))) return;
      const file = await openWorkFile();
      try {
        // Flushed, so that the file is not empty after a loss of power.
        await writeFile(file, content, { flush: true, flag: 'wx' });
        await adopt(sha256, file);
      } finally {
        await rm(file, { force: true });
      }
    },
    locate: (sha256) => ({ folder, file: fileOf(sha256) }),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
