export type Target = {
  /** Stores all of it under the name, or nothing. @returns the bytes. Throws BackupError. */
  write(name: string, content: AsyncIterable<Buffer>): Promise<number>;
  /** The content of a backup, from its beginning. Throws BackupError. */
  read(name: string): AsyncIterable<Buffer>;
  /** Deletes a backup; one that is gone already is no error. */
  remove(name: string): Promise<void>;
  close(): void;
};
