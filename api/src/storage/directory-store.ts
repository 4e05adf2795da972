import { createReadStream } from 'node:fs';
import { access, constants, mkdir, opendir, open, rename, rm, stat, unlink, writeFile, statfs } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { notFound } from '../errors.ts';
import { createWorkFiles, type FileStore } from './file-store.ts';

const PAGE = 1_000;

export function createDirectoryStore(dataDir: string): FileStore {
  const root = resolve(dataDir);
  const work = createWorkFiles(dataDir);
  const pathOf = (name: string): string => join(root, name);

  async function putFile(name: string, path: string): Promise<void> {
    await mkdir(dirname(pathOf(name)), { recursive: true });
    await rename(path, pathOf(name));
  }

  return {
    work,
    putFile,
    async put(name, content) {
      const path = await work.newFile();
      try {
        // Flushed, so that the file is not empty after a loss of power.
        await writeFile(path, content, { flush: true, flag: 'wx' });
        await putFile(name, path);
      } finally {
        await rm(path, { force: true });
      }
    },
    find: (name) =>
      unlessMissing(async () => {
        const entry = await stat(pathOf(name));
        if (!entry.isFile()) return null;
        // A file may be replaced by another one of the same size within the second.
        const etag = `"${entry.size.toString(36)}-${Math.round(entry.mtimeMs * 1_000).toString(36)}"`;
        return { bytes: entry.size, etag };
      }, null),
    async read(name, range) {
      const handle = await unlessMissing(() => open(pathOf(name)), null);
      if (!handle) throw notFound();
      return createReadStream('', { fd: handle, ...range });
    },
    remove: (name) =>
      unlessMissing(async () => {
        await unlink(pathOf(name));
        return true;
      }, false),
    async *list(folder) {
      const entries = await unlessMissing(() => opendir(pathOf(folder), { recursive: true }), null);
      if (!entries) return;
      let page: string[] = [];
      for await (const entry of entries) {
        if (!entry.isFile()) continue;
        page.push(relative(root, join(entry.parentPath, entry.name)));
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
    check: () => unlessMissing(() => access(root, constants.W_OK), undefined),
    stop: () => undefined,
  };
}

async function unlessMissing<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}

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
