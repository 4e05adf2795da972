import { RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import type { NumberedRecords } from './journal.ts';

/** What a device reports about a run, before it has a number. */
export type Receipt = Omit<ReceiptMessage, 'seq'>;

/** The receipts that the server has not acknowledged yet. A device that reports more than the limit loses the oldest. */
export class ReceiptJournal implements NumberedRecords<Receipt> {
  #receipts: Receipt[];
  #lastSeq: number;
  readonly #limit: number;

  constructor(lastSeq = 0, receipts: readonly Receipt[] = [], limit = RECEIPTS_JOURNAL.maxRecords) {
    this.#lastSeq = lastSeq;
    this.#receipts = receipts.slice(-limit);
    this.#limit = limit;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get firstSeq(): number {
    return this.#lastSeq - this.#receipts.length + 1;
  }

  get size(): number {
    return this.#receipts.length;
  }

  append(receipt: Receipt): number {
    if (this.#receipts.length === this.#limit) this.#receipts.shift();
    this.#receipts.push(receipt);
    return ++this.#lastSeq;
  }

  read(seq: number): Receipt | undefined {
    return this.#receipts[seq - this.firstSeq];
  }

  acknowledge(seq: number): number {
    const freed = Math.max(0, Math.min(this.size, seq - this.firstSeq + 1));
    this.#receipts.splice(0, freed);
    if (seq > this.#lastSeq) this.#lastSeq = seq;
    return freed;
  }

  dropBefore(time: number): number {
    const kept = this.#receipts.findIndex(({ at }) => Date.parse(at) >= time);
    const old = kept < 0 ? this.size : kept;
    this.#receipts.splice(0, old);
    return old;
  }

  /** Removes all receipts. The numbering continues, so that the server does not take new ones for repeated ones. */
  clear(): void {
    this.#receipts = [];
  }

  toArray(): readonly Receipt[] {
    return this.#receipts;
  }
}
