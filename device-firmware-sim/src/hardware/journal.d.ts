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
/** The sensor readings of one moment; percentages and °C are rounded to tenths. */
export type Measurement = {
  /** Milliseconds since 1970 by the clock of the device. */
  collected_at: number;
  cpu_usage_percent: number;
  cpu_temperature: number;
  memory_usage_percent: number;
  disk_usage_percent: number;
  uptime_seconds: number;
};
/**
 * The measurements that the server has not acknowledged yet, oldest first, numbered without gaps by `seq`.
 * A ring buffer of fixed-size records that discards its oldest when it is full.
 */
export declare class Journal implements NumberedRecords<Measurement> {
  #private;
  constructor(lastSeq?: number, limit?: number);
  /** The sequence number of the newest measurement, acknowledged or not; 0 before the first. */
  get lastSeq(): number;
  get firstSeq(): number;
  get size(): number;
  /** Appends a measurement and returns its sequence number. */
  append(measurement: Measurement): number;
  read(seq: number): Measurement | undefined;
  /**
   * Removes all records up to this sequence number and returns how many there were.
   * A number above the newest one arrives after the flash was erased: the numbering continues from there.
   */
  acknowledge(seq: number): number;
  /** Removes the records before this time (ms since 1970) and returns how many there were. */
  dropBefore(time: number): number;
  /** The records as they are stored in flash, oldest first. */
  toBytes(): Buffer;
  /** Restores a journal from `toBytes` and its `lastSeq`. */
  static fromBytes(lastSeq: number, bytes: Uint8Array, limit?: number): Journal;
}
