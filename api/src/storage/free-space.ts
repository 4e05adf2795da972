import { statfs } from 'node:fs/promises';

const CACHED_MS = 1_000;

/** The bytes of a file system, and those of them that are free for this process. */
export type Space = { free: number; size: number };

/** Reads the space of the file system of a folder, once a second at most. The folder must exist when it is read. */
export function createFreeSpace(folder: string): () => Promise<Space> {
  let read: Promise<Space> | undefined;
  let readUntil = 0;
  return () => {
    if (!read || Date.now() > readUntil) {
      readUntil = Date.now() + CACHED_MS;
      read = readSpace(folder);
      // The next call reads it again.
      read.catch(() => (readUntil = 0));
    }
    return read;
  };
}

async function readSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
