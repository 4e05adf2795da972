/** Records that the server has not acknowledged yet, oldest first, numbered without gaps. */
export type NumberedRecords<T> = {
  /** The sequence number of the newest record, acknowledged or not; 0 before the first. */
  readonly lastSeq: number;
  /** That of the oldest record that is kept; above `lastSeq` if there is none. */
  readonly firstSeq: number;
  readonly size: number;
  read(seq: number): T | undefined;
  /** Removes all records up to this number, also a higher one, after which the numbering continues. @returns how many */
  acknowledge(seq: number): number;
  /** Removes the records before this time (ms since 1970). @returns how many */
  dropBefore(time: number): number;
};
