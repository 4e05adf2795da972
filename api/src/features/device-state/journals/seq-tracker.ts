import type { JournalLimits } from '@belfry/schemas/domain/limits';
import { CLOCK_TOLERANCE_MS } from '../index.ts';

/** Beyond this the highest range is discarded; the device sends its records again. */
const MAX_RANGES = 64;
/** Contiguous sequence numbers; `collectedAt` is that of the lowest one. */
type SeqRange = { from: number; to: number; collectedAt: number };
class SeqRanges {
  #ranges: SeqRange[] = [];

  get first(): Readonly<SeqRange> | undefined {
    return this.#ranges[0];
  }

  clear(): void {
    this.#ranges = [];
  }

  add({ seq, collectedAt }: { seq: number; collectedAt: number }): boolean {
    const after = this.#ranges.findIndex(({ to }) => to >= seq - 1);
    const near = this.#ranges[after];
    if (near && seq >= near.from && seq <= near.to) return false;
    if (!near || near.from > seq + 1)
      this.#ranges.splice(after < 0 ? this.#ranges.length : after, 0, { from: seq, to: seq, collectedAt });
    else if (seq === near.from - 1) Object.assign(near, { from: seq, collectedAt });
    else this.#extend(after, near, seq);
    if (this.#ranges.length > MAX_RANGES) this.#ranges.pop();
    return true;
  }

  /** Removes the ranges that follow this number without a gap; returns the last number of the last one, or the number itself. */
  takeReached(seq: number): number {
    let reached = seq;
    for (let next = this.#ranges[0]; next && next.from <= reached + 1; next = this.#ranges[0]) {
      reached = Math.max(reached, next.to);
      this.#ranges.shift();
    }
    return reached;
  }

  #extend(index: number, range: SeqRange, seq: number): void {
    range.to = seq;
    const next = this.#ranges[index + 1];
    if (next?.from !== seq + 1) return;
    range.to = next.to;
    this.#ranges.splice(index + 1, 1);
  }
}

/** After so many repetitions from beyond a gap, the device has no record to fill it. */
const RESENDS_BEFORE_SKIP = 3;
const RESEND_INTERVAL_MS = 20_000;
const FIRST_SEQ = 1;

export type ReceivedRecord = {
  seq: number;
  /** In milliseconds by the device's clock. */
  collectedAt: number;
  receivedAt: number;
  /** Redelivered by the broker, so it says nothing about the device's journal. */
  redelivered: boolean;
};

export type KnownNumbering = {
  /** The stored watermark; null: no record of the device has been received. */
  acked: number | null;
  newest: { seq: number; collectedAt: number } | null;
  /**
   * True where records may have been lost before the first one that arrives: the device was there before the present
   * ingest or its session at the broker, or before a time in which Postgres stored nothing, and the queue of the broker
   * discards its oldest messages when it is full.
   */
  mayHaveLost: boolean;
};

/**
 * Tracks the sequence numbers of one device and computes the watermark, the highest number below which none is missing: the
 * cumulative acknowledgement.
 *
 * A device sends unacknowledged records again, oldest first. So the watermark waits at a gap, and skips it only when the
 * device can no longer fill it: the records after the gap are older than the journal keeps records, the gap is further
 * back than the journal is long, or the device has sent three times again from beyond the gap. A number below the watermark
 * that was collected later than the newest record means that the device has restarted its numbering (a factory reset).
 *
 * The watermark starts before the first number that is received; where records may have been lost before it, it starts before the
 * first number of all, and what is missing is a gap like any other.
 */
export class SeqTracker {
  acked: number | null;
  /** An acknowledged record was repeated, so the device missed its acknowledgement. */
  resent = false;
  /** The numbering was restarted, so that the stored watermark must be replaced by a lower one. */
  restarted = false;
  #newest: { seq: number; collectedAt: number } | null;
  readonly #ranges = new SeqRanges();
  #resends = 0;
  #resendAt = 0;
  readonly #limits: JournalLimits;
  readonly #mayHaveLost: boolean;

  constructor(limits: JournalLimits, { acked, newest, mayHaveLost }: KnownNumbering) {
    this.#limits = limits;
    this.acked = acked;
    this.#newest = newest;
    this.#mayHaveLost = mayHaveLost;
  }

  /** The record with the highest number of the present numbering; null before the first one. */
  get newest(): Readonly<{ seq: number; collectedAt: number }> | null {
    return this.#newest;
  }

  record(message: ReceivedRecord): void {
    // A time after the receipt is that of a clock that is ahead, and must not be compared.
    const received = { ...message, collectedAt: Math.min(message.collectedAt, message.receivedAt) };
    const { seq, collectedAt } = received;
    if (this.acked === null) this.acked = (this.#mayHaveLost ? Math.min(seq, FIRST_SEQ) : seq) - 1;
    else if (this.#isRestart(received)) this.#restartAt(received);
    else if (seq <= this.acked) {
      this.resent = true;
      return;
    }
    if (this.#newest === null || seq > this.#newest.seq) this.#newest = { seq, collectedAt };
    if (seq === this.acked + 1) this.#advance(seq);
    else if (!this.#ranges.add(received)) this.#countResend(received);
    this.#skipExpiredGaps();
  }

  restartStored(): void {
    this.restarted = false;
  }

  /** Another instance has acknowledged everything up to this number, so the device cannot send it again. */
  acknowledgedElsewhere(seq: number): void {
    if (this.acked !== null && seq > this.acked) this.#advance(seq);
  }

  #isRestart({ seq, collectedAt }: ReceivedRecord): boolean {
    if (this.acked === null || this.#newest === null || seq > this.acked) return false;
    return collectedAt > this.#newest.collectedAt + CLOCK_TOLERANCE_MS;
  }

  #restartAt({ seq, collectedAt }: ReceivedRecord): void {
    this.restarted = true;
    this.acked = seq - 1;
    this.#newest = { seq, collectedAt };
    this.#ranges.clear();
    this.#resends = 0;
  }

  #advance(to: number): void {
    this.acked = this.#ranges.takeReached(Math.max(this.acked ?? to, to));
    this.#resends = 0;
  }

  #countResend({ seq, receivedAt, redelivered }: ReceivedRecord): void {
    const { first } = this.#ranges;
    if (redelivered || seq !== first?.from || receivedAt - this.#resendAt < RESEND_INTERVAL_MS) return;
    this.#resendAt = receivedAt;
    if (++this.#resends >= RESENDS_BEFORE_SKIP) this.#advance(first.to);
  }

  #skipExpiredGaps(): void {
    const newest = this.#newest;
    if (newest === null || this.acked === null) return;
    const oldest = newest.seq - this.#limits.maxRecords;
    if (this.acked < oldest) this.#advance(oldest);
    for (let next = this.#ranges.first; next; next = this.#ranges.first) {
      if (newest.collectedAt - next.collectedAt < this.#limits.maxAgeMs) return;
      this.#advance(next.to);
    }
  }
}
