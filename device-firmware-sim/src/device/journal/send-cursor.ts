import type { NumberedRecords } from '../../hardware/journal.ts';

/** How many of the oldest records are sent again after a time-out, before the next acknowledgement. */
const RESEND_BATCH = 100;

/** Which record of the journal is sent next: all once, in order, and the oldest ones again after a time-out. */
export class SendCursor {
  readonly #journal: NumberedRecords<unknown>;
  #next: number;
  /** While resending: the last record to send again, and the record at which to continue afterwards. */
  #resend: { until: number; resumeAt: number } | null = null;
  /** After a time-out, all records up to this one are sent again, batch by batch. */
  #resendUntil = 0;

  constructor(journal: NumberedRecords<unknown>) {
    this.#journal = journal;
    this.#next = journal.firstSeq;
  }

  /** How many records, up to the newest one, follow without a jump back. */
  get remaining(): number {
    return this.#journal.lastSeq - this.#next + 1;
  }

  get isResending(): boolean {
    return this.#resend !== null;
  }

  /** Takes the sequence number of the next record; null when there is none. */
  take(): number | null {
    this.#next = Math.max(this.#next, this.#journal.firstSeq);
    if (this.#resend && this.#next > this.#resend.until) {
      this.#next = Math.max(this.#resend.resumeAt, this.#journal.firstSeq);
      this.#resend = null;
    }
    return this.#next <= this.#journal.lastSeq ? this.#next++ : null;
  }

  /** Starts again at the oldest record, as after a connection. */
  restart(): void {
    this.#next = this.#journal.firstSeq;
    this.#resend = null;
    this.#resendUntil = 0;
  }

  /** All unacknowledged records are assumed to be lost: the first batch of them is next. */
  resendAll(): void {
    this.#resendUntil = this.#journal.lastSeq;
    this.#resendOldest();
  }

  /**
   * The server receives records again, so those that were sent before the time-out follow batch by batch. Returns whether
   * a batch is next.
   */
  continueResending(): boolean {
    const { size, firstSeq } = this.#journal;
    if (this.#resend || size === 0 || firstSeq > this.#resendUntil) return false;
    this.#resendOldest();
    return true;
  }

  #resendOldest(): void {
    const { firstSeq, lastSeq } = this.#journal;
    const until = Math.min(firstSeq + RESEND_BATCH - 1, lastSeq);
    this.#resend = { until, resumeAt: this.#resend?.resumeAt ?? this.#next };
    this.#next = firstSeq;
  }
}
