import { METRICS_JOURNAL } from '@belfry/schemas/domain/limits';

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

/** Time 8, four readings in tenths 2 each, uptime 4: a day at one record in 5 s fits into 350 kB of flash. */
const RECORD_BYTES = 20;
const FIRST_CAPACITY = 8;

/**
 * The measurements that the server has not acknowledged yet, oldest first, numbered without gaps by `seq`.
 * A ring buffer of fixed-size records that discards its oldest when it is full.
 */
export class Journal implements NumberedRecords<Measurement> {
  #records: DataView;
  #capacity = FIRST_CAPACITY;
  #start = 0;
  #size = 0;
  #lastSeq: number;
  readonly #limit: number;

  constructor(lastSeq = 0, limit = METRICS_JOURNAL.maxRecords) {
    this.#lastSeq = lastSeq;
    this.#limit = limit;
    this.#records = new DataView(new ArrayBuffer(this.#capacity * RECORD_BYTES));
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get firstSeq(): number {
    return this.#lastSeq - this.#size + 1;
  }

  get size(): number {
    return this.#size;
  }

  append(measurement: Measurement): number {
    if (this.#size === this.#limit) this.#dropOldest(1);
    if (this.#size === this.#capacity) this.#grow();
    this.#write(this.#offset(this.#size), measurement);
    this.#size++;
    return ++this.#lastSeq;
  }

  read(seq: number): Measurement | undefined {
    const index = seq - this.firstSeq;
    if (index < 0 || index >= this.#size) return undefined;
    const at = this.#offset(index);
    return {
      collected_at: this.#records.getFloat64(at),
      cpu_usage_percent: this.#records.getInt16(at + 8) / 10,
      cpu_temperature: this.#records.getInt16(at + 10) / 10,
      memory_usage_percent: this.#records.getInt16(at + 12) / 10,
      disk_usage_percent: this.#records.getInt16(at + 14) / 10,
      uptime_seconds: this.#records.getUint32(at + 16),
    };
  }

  /**
   * Removes all records up to this sequence number and returns how many there were.
   * A number above the newest one arrives after the flash was erased: the numbering continues from there.
   */
  acknowledge(seq: number): number {
    const freed = Math.max(0, Math.min(this.#size, seq - this.firstSeq + 1));
    this.#dropOldest(freed);
    if (seq > this.#lastSeq) this.#lastSeq = seq;
    return freed;
  }

  dropBefore(time: number): number {
    let old = 0;
    while (old < this.#size && this.#records.getFloat64(this.#offset(old)) < time) old++;
    this.#dropOldest(old);
    return old;
  }

  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#size * RECORD_BYTES);
    for (let index = 0; index < this.#size; index++) {
      bytes.set(new Uint8Array(this.#records.buffer, this.#offset(index), RECORD_BYTES), index * RECORD_BYTES);
    }
    return bytes;
  }

  static fromBytes(lastSeq: number, bytes: Uint8Array, limit = METRICS_JOURNAL.maxRecords): Journal {
    const records = Math.floor(bytes.byteLength / RECORD_BYTES);
    const kept = Math.min(records, limit);
    const journal = new Journal(lastSeq, limit);
    while (journal.#capacity < kept) journal.#grow();
    const newest = bytes.subarray((records - kept) * RECORD_BYTES, records * RECORD_BYTES);
    new Uint8Array(journal.#records.buffer).set(newest);
    journal.#size = kept;
    return journal;
  }

  #offset(index: number): number {
    return ((this.#start + index) % this.#capacity) * RECORD_BYTES;
  }

  #write(at: number, measurement: Measurement): void {
    this.#records.setFloat64(at, measurement.collected_at);
    this.#records.setInt16(at + 8, Math.round(measurement.cpu_usage_percent * 10));
    this.#records.setInt16(at + 10, Math.round(measurement.cpu_temperature * 10));
    this.#records.setInt16(at + 12, Math.round(measurement.memory_usage_percent * 10));
    this.#records.setInt16(at + 14, Math.round(measurement.disk_usage_percent * 10));
    this.#records.setUint32(at + 16, measurement.uptime_seconds);
  }

  #dropOldest(count: number): void {
    this.#start = (this.#start + count) % this.#capacity;
    this.#size -= count;
    // After an outage the memory is released, because 5,000 devices share one process.
    if (this.#size === 0 && this.#capacity > 64) this.#resize(FIRST_CAPACITY);
  }

  #grow(): void {
    this.#resize(Math.min(this.#capacity * 2, Math.max(this.#limit, FIRST_CAPACITY)));
  }

  #resize(capacity: number): void {
    const bytes = this.toBytes();
    this.#capacity = capacity;
    this.#start = 0;
    this.#records = new DataView(new ArrayBuffer(capacity * RECORD_BYTES));
    new Uint8Array(this.#records.buffer).set(bytes);
  }
}
