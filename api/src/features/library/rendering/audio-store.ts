import { join } from 'node:path/posix';
import type { FileStore } from '../../../storage/index.ts';

/** Files under their SHA-256, which never change. */
export type AudioStore = {
  files: FileStore;
  /** Stores content. Content that exists already stays. */
  put(sha256: string, content: Buffer): Promise<void>;
  /** Stores a file of `openWorkFile` under its hash; the file may be moved. */
  adopt(sha256: string, file: string): Promise<void>;
  /** The path of a new file for an upload, which the caller adopts or deletes. */
  openWorkFile(): Promise<string>;
  /** The name in `files`. */
  nameOf(sha256: string): string;
  remove(sha256: string): Promise<unknown>;
};

/** The files are in the folder `audio`, by the first two digits of their hash. */
export function createAudioStore(files: FileStore): AudioStore {
  const nameOf = (sha256: string): string => join('audio', sha256.slice(0, 2), sha256);
  return {
    files,
    nameOf,
    openWorkFile: () => files.work.newFile(),
    // The content of a name is always the same, so it does not matter which of two concurrent calls is the last, and a repeated one
    // finds the file that it has moved.
    async adopt(sha256, file) {
      if (!(await files.find(nameOf(sha256)))) await files.putFile(nameOf(sha256), file);
    },
    async put(sha256, content) {
      if (!(await files.find(nameOf(sha256)))) await files.put(nameOf(sha256), content);
    },
    remove: (sha256) => files.remove(nameOf(sha256)),
  };
}
