import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '../../../errors.ts';

/** The archives on disk. Names must be valid (`archiveFilenameSchema`), because they become file names. */
export type ArchiveFiles = {
  folder: string;
  /** A new empty folder, which `discard` deletes. */
  openWorkFolder: () => Promise<string>;
  discard: (workFolder: string) => Promise<void>;
  /** Moves a file of a work folder to its name. Throws conflict for a name that exists. */
  publish: (file: string, filename: string) => Promise<void>;
  remove: (filename: string) => Promise<void>;
};

export function createArchiveFiles(dataDir: string): ArchiveFiles {
  const folder = resolve(dataDir, 'archives');
  const work = join(folder, '.work');
  return {
    folder,
    async openWorkFolder() {
      await mkdir(work, { recursive: true });
      return mkdtemp(join(work, 'a-'));
    },
    discard: (workFolder) => rm(workFolder, { recursive: true, force: true }),
    async publish(file, filename) {
      // A link never replaces another archive.
      await link(file, join(folder, filename)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? nameTaken() : error;
      });
    },
    remove: (filename) => rm(join(folder, filename), { force: true }),
  };
}

export const nameTaken = (): AppError => new AppError('conflict', 'There is an archive with this name already');

/** Stores a signature beside its archive, where the archive tool reads it. */
export async function writeSignature(file: string, signature: string): Promise<string> {
  await writeFile(`${file}.sig`, signature);
  return `${file}.sig`;
}
