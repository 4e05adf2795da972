import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asError } from '../../../errors.ts';
import { BackupError } from '../archive/backup-error.ts';
import type { Target } from './target.ts';

/** Everything is in a backup: nobody but the user of the process reads it. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Backups in a folder. One is visible when it is complete and on the disk. */
export function createFolderTarget(folder: string): Target {
  const pathOf = (name: string): string => join(folder, name);
  return {
    async write(name, content) {
      const draft = pathOf(`.${name}.part`);
      try {
        await makeFolder(folder);
        const bytes = await writeFlushed(draft, content);
        await rename(draft, pathOf(name));
        await flushFolder(folder);
        return bytes;
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw explained(error, folder);
      }
    },
    async *read(name) {
      try {
        for await (const piece of createReadStream(pathOf(name))) yield piece as Buffer;
      } catch (error) {
        throw explained(error, pathOf(name));
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    close: () => undefined,
  };
}

/** Only the last folder of the path is made: a disk that is not mounted is an error, and no folder on the disk below it. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function writeFlushed(path: string, content: AsyncIterable<Buffer>): Promise<number> {
  // One that was left by a process that was killed is replaced.
  const handle = await open(path, 'w', PRIVATE_FILE);
  let bytes = 0;
  try {
    for await (const piece of content) {
      for (let at = 0; at < piece.length;) at += (await handle.write(piece, at)).bytesWritten;
      bytes += piece.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return bytes;
}

/** The name of a file is on the disk once its folder is. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const TEXTS: Record<string, string> = {
  ENOSPC: 'there is no space left',
  EDQUOT: 'there is no space left',
  EACCES: 'it may not be read or written',
  EPERM: 'it may not be read or written',
  EROFS: 'it is read only',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
};

function explained(error: unknown, path: string): Error {
  const text = error instanceof Error && 'code' in error ? TEXTS[String(error.code)] : undefined;
  return text === undefined ? asError(error) : new BackupError('target', `${path}: ${text}.`, { cause: error });
}
