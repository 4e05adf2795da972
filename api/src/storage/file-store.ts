import type { Readable } from 'node:stream';

/** `etag`: with its quotes; it differs after the content has changed. */
export type StoredFile = { bytes: number; etag: string };
/** The first and the last byte. */
export type ByteRange = { start: number; end: number };

/**
 * The files that outlive a process: audio, samples of voices, archives. Names are relative paths of safe characters, such as
 * `audio/ab/abcd…`. Every call may throw files_unavailable.
 */
export type FileStore = {
  /** Stores content under a name, replacing what is there. Readers see all of it or nothing. */
  put(name: string, content: Buffer): Promise<void>;
  /** Stores a flushed local file, made by the work files of the store, under a name; it may be moved. */
  putFile(name: string, path: string): Promise<void>;
  /** Null for a name without file. */
  find(name: string): Promise<StoredFile | null>;
  /** The content, or a range that is within it. Throws not_found. The stream is read as fast as it is consumed. */
  read(name: string, range?: ByteRange): Promise<Readable>;
  /** Returns whether there was one. */
  remove(name: string): Promise<boolean>;
  /** The names of a folder and below it, in pages. */
  list(folder: string): AsyncIterable<string[]>;
  /** Throws if the store cannot be reached. */
  check(): Promise<void>;
  /** Ends the connections. */
  stop(): void;
  work: WorkFiles;
};

/** Local files and folders for work in progress, which their user deletes. */
export type WorkFiles = {
  /** The path of a new file, which does not exist yet. */
  newFile(): Promise<string>;
  /** The path of a new empty folder. */
  newFolder(): Promise<string>;
  /** Deletes what is older than this, since its user was ended before it could. */
  removeOlderThan(ageMs: number): Promise<void>;
  /** Deletes what processes of this machine have left that were ended. Call it before this process makes any. */
  removeAbandoned(): Promise<void>;
};
