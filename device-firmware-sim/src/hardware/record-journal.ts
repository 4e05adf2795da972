import type { NumberedRecords } from './journal.ts';

/** The records with a time that the server has not acknowledged yet. A device that has more than the limit loses the oldest. */
export class RecordJournal<T extends { at: string }> implements NumberedRecords<T> {
  #records: T[];
  #lastSeq: number;
  readonly #limit: number;

  constructor(limit: number, lastSeq = 0, records: readonly T[] = []) {
    this.#lastSeq = lastSeq;
    this.#records = records.slice(-limit);
    this.#limit = limit;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get firstSeq(): number {
    return this.#lastSeq - this.#records.length + 1;
  }

  get size(): number {
    return this.#records.length;
  }

  append(record: T): number {
    if (this.#records.length === this.#limit) this.#records.shift();
    this.#records.push(record);
    return ++this.#lastSeq;
  }

  read(seq: number): T | undefined {
    return this.#records[seq - this.firstSeq];
  }

  acknowledge(seq: number): number {
    const freed = Math.max(0, Math.min(this.size, seq - this.firstSeq + 1));
    this.#records.splice(0, freed);
    if (seq > this.#lastSeq) this.#lastSeq = seq;
    return freed;
  }

  dropBefore(time: number): number {
    const kept = this.#records.findIndex(({ at }) => Date.parse(at) >= time);
    const old = kept < 0 ? this.size : kept;
    this.#records.splice(0, old);
    return old;
  }

  /** Removes all records. The numbering continues, so that the server does not take new ones for repeated ones. */
  clear(): void {
    this.#records = [];
  }

  toArray(): readonly T[] {
    return this.#records;
  }
}
