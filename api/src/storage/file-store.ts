import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, opendir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';

/** `etag`: with its quotes; it differs after the content has changed. */
export type StoredFile = { bytes: number; etag: string };
/** The first and the last byte. */
type ByteRange = { start: number; end: number };

/**
 * The files that outlive a process: audio, samples of voices, archives. Names are relative paths of safe characters, such as
 * `audio/ab/abcd…`. Every call may throw files_unavailable.
 */
export type FileStore = {
  /** Replaces what is there. Readers see all of the content or nothing. */
  put(name: string, content: Buffer): Promise<void>;
  /** Stores a flushed local file, made by the work files of the store, under a name; it may be moved. */
  putFile(name: string, path: string): Promise<void>;
  find(name: string): Promise<StoredFile | null>;
  /** The content, or a range that is within it. Throws not_found. The stream is read as fast as it is consumed. */
  read(name: string, range?: ByteRange): Promise<Readable>;
  remove(name: string): Promise<boolean>;
  list(folder: string): AsyncIterable<string[]>;
  /** Throws if the store cannot be reached. */
  check(): Promise<void>;
  stop(): void;
  work: WorkFiles;
};

/** Local files and folders for work in progress, which their user deletes. */
type WorkFiles = {
  newFile(): Promise<string>;
  newFolder(): Promise<string>;
  /** Deletes what is older than this, since its user was ended before it could. */
  removeOlderThan(ageMs: number): Promise<void>;
  /** Deletes what processes of this machine have left that were ended. Call it before this process makes any. */
  removeAbandoned(): Promise<void>;
};

/** The names begin with their process, since instances may share the folder. */
const nameOf = (host: string, pid: number): string => `${host.replaceAll(/[^\w.-]/g, '')}+${pid}+`;

/** Below DATA_DIR, so that a finished file is moved to its name and not copied. */
export function createWorkFiles(dataDir: string): WorkFiles {
  const folder = resolve(dataDir, '.work');
  const own = nameOf(hostname(), process.pid);
  const prepare = (): Promise<string | undefined> => mkdir(folder, { recursive: true });
  const removeWhere = async (isUnused: (name: string) => boolean | Promise<boolean>): Promise<void> => {
    await prepare();
    for await (const { name } of await opendir(folder)) {
      if (await isUnused(name)) await rm(join(folder, name), { recursive: true, force: true });
    }
  };
  return {
    async newFile() {
      await prepare();
      return join(folder, own + randomUUID());
    },
    async newFolder() {
      await prepare();
      return mkdtemp(join(folder, own));
    },
    removeOlderThan: (ageMs) =>
      removeWhere(async (name) => {
        // Its user may delete it at this moment.
        const modifiedAt = await stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => Infinity,
        );
        return modifiedAt < Date.now() - ageMs;
      }),
    removeAbandoned: () =>
      removeWhere((name) => {
        const [host = '', pid = ''] = name.split('+');
        return name.startsWith(nameOf(hostname(), Number(pid))) && host !== '' && !isRunning(Number(pid));
      }),
  };
}

/** Whether it is another process that runs. In a container the process before had the same id. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
