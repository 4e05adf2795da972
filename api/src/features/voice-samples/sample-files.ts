import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const EXTENSION = '.mp3';

/** The samples on disk. A sample exists if its file exists; files are written atomically. */
export type SampleFiles = {
  folder: string;
  nameOf: (voiceName: string) => string;
  list: () => Promise<string[]>;
  has: (voiceName: string) => Promise<boolean>;
  /**
   * @param isWanted is called before and after, because a sample that was deleted during its synthesis must not be stored
   * @returns whether the file was written
   */
  write(voiceName: string, audio: Buffer, isWanted: () => boolean): Promise<boolean>;
  /** Returns whether there was one. */
  remove(voiceName: string): Promise<boolean>;
  /** Returns how many there were. */
  removeAll(): Promise<number>;
};

/** Names of voices must be validated before, because they become file names. */
export function createSampleFiles(dataDir: string): SampleFiles {
  const folder = resolve(dataDir, 'samples');
  const nameOf = (voiceName: string): string => voiceName + EXTENSION;
  const pathOf = (voiceName: string): string => join(folder, nameOf(voiceName));
  const entries = (): Promise<string[]> => unlessMissing(readdir(folder), []);
  const list = async (): Promise<string[]> =>
    (await entries()).filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length));

  return {
    folder,
    nameOf,
    list,
    has: (voiceName) => unlessMissing(thenTrue(access(pathOf(voiceName))), false),
    async write(voiceName, audio, isWanted) {
      await mkdir(folder, { recursive: true });
      const part = `${pathOf(voiceName)}.${randomUUID()}.part`;
      try {
        // Flushed, so that the file is not empty after a loss of power.
        await writeFile(part, audio, { flush: true });
        if (!isWanted()) return false;
        await rename(part, pathOf(voiceName));
        // The sample may have been deleted before the file existed.
        if (isWanted()) return true;
        await rm(pathOf(voiceName), { force: true });
        return false;
      } finally {
        await rm(part, { force: true });
      }
    },
    remove: (voiceName) => unlessMissing(thenTrue(unlink(pathOf(voiceName))), false),
    async removeAll() {
      const samples = await list();
      // Also partial files of a process that was killed.
      for (const name of await entries()) await rm(join(folder, name), { force: true });
      return samples.length;
    },
  };
}

const thenTrue = async (work: Promise<void>): Promise<boolean> => {
  await work;
  return true;
};

async function unlessMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
