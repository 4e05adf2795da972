import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const EXTENSION = '.mp3';

/** The samples on disk. A file is the truth about a sample: it is there whole, or not at all. */
export type SampleFiles = {
  folder: string;
  nameOf: (voiceName: string) => string;
  list: () => Promise<string[]>;
  has: (voiceName: string) => Promise<boolean>;
  /**
   * @param wanted is asked before and after: a sample that was deleted while it was made must not come back
   * @returns whether it is there
   */
  write(voiceName: string, audio: Buffer, wanted: () => boolean): Promise<boolean>;
  /** Answers whether there was one. */
  remove(voiceName: string): Promise<boolean>;
  /** Answers how many there were. */
  removeAll(): Promise<number>;
};

/** @param dataDir names of voices are checked before they come here: nothing in them leads out of the folder. */
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
    async write(voiceName, audio, wanted) {
      await mkdir(folder, { recursive: true });
      const part = `${pathOf(voiceName)}.${randomUUID()}.part`;
      try {
        // Down to the disk: a sample that is there must not be empty after a power cut.
        await writeFile(part, audio, { flush: true });
        if (!wanted()) return false;
        await rename(part, pathOf(voiceName));
        // Deleted in this very moment: the deletion may have looked before the file was there.
        if (wanted()) return true;
        await rm(pathOf(voiceName), { force: true });
        return false;
      } finally {
        await rm(part, { force: true });
      }
    },
    remove: (voiceName) => unlessMissing(thenTrue(unlink(pathOf(voiceName))), false),
    async removeAll() {
      const samples = await list();
      // Also what a process that was killed while writing has left behind.
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
