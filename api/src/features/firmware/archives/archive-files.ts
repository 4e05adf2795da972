import { rm, writeFile } from 'node:fs/promises';
import { AppError } from '../../../errors.ts';
import type { FileStore } from '../../../storage/index.ts';

/** The files of the archives. Names must be valid (`archiveFilenameSchema`), because they become file names. */
export type ArchiveFiles = {
  store: FileStore;
  /** The name in `store`. */
  nameOf: (filename: string) => string;
  /** A new empty folder, which `discard` deletes. */
  openWorkFolder: () => Promise<string>;
  discard: (workFolder: string) => Promise<void>;
  /** Stores a file of a work folder under its name. The caller holds the row of that name, so that it replaces no other one. */
  publish: (file: string, filename: string) => Promise<void>;
  remove: (filename: string) => Promise<unknown>;
};

export function createArchiveFiles(store: FileStore): ArchiveFiles {
  const nameOf = (filename: string): string => `archives/${filename}`;
  return {
    store,
    nameOf,
    openWorkFolder: () => store.work.newFolder(),
    discard: (workFolder) => rm(workFolder, { recursive: true, force: true }),
    publish: (file, filename) => store.putFile(nameOf(filename), file),
    remove: (filename) => store.remove(nameOf(filename)),
  };
}

export const nameTaken = (): AppError => new AppError('conflict', 'There is an archive with this name already');

/** Stores a signature beside its archive, where the archive tool reads it. */
export async function writeSignature(file: string, signature: string): Promise<string> {
  await writeFile(`${file}.sig`, signature);
  return `${file}.sig`;
}
