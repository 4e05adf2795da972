import type { Clock } from '../hardware/clock.ts';
import type { NumberedRecords } from '../hardware/journal.ts';
import type { SentCounters } from './counters.ts';

export const DEFAULT_ACK_TIMEOUT_MS = 30_000;

export type JournalSenderDeps<T> = {
  journal: NumberedRecords<T>;
  clock: Clock;
  counters: SentCounters;
  /** Milliseconds without an acknowledgement after which the oldest records are sent again. */
  firstAckTimeoutMs: number;
  /** Milliseconds after which a record is discarded, acknowledged or not. */
  maxAgeMs: number;
  /** Publishes one record at QoS 1; `delivered` is called at its PUBACK, which confirms only the hop to the broker. */
  send: (seq: number, record: T, delivered: () => void) => void;
};

export type JournalSender = {
  /** After a connection all unacknowledged records are sent again, oldest first. */
  connected: () => void;
  disconnected: () => void;
  added: () => void;
  /** The server has committed all records up to this sequence number. */
  acknowledged: (seq: number) => void;
  /** Must be called once a second. */
  tick: () => void;
};

/**
 * Sends a journal, of metrics or of receipts, to the server. A record is removed from the journal when the server's cumulative acknowledgement
 * covers it, not at its PUBACK.
 */
export function createJournalSender<T>(deps: JournalSenderDeps<T>): JournalSender {
  const { journal, clock, counters, firstAckTimeoutMs, maxAgeMs, send } = deps;
  const cursor = new SendCursor(journal);
  const ackTimeout = createAckTimeout(clock, firstAckTimeoutMs);
  let newestSent = journal.lastSeq - journal.size;
  const inFlight = createInFlightRecords(clock);
  let up = false;

  function sendNext(): void {
    if (!up || inFlight.isPausing()) return;
    while (inFlight.hasRoom()) {
      const seq = cursor.take();
      const record = seq === null ? undefined : journal.read(seq);
      if (seq === null || !record) return;
      sendOne(seq, record);
    }
  }

  function sendOne(seq: number, record: T): void {
    const delivered = inFlight.add(batchDelivered);
    if (seq > newestSent) {
      newestSent = seq;
      counters.sent++;
    } else counters.resent++;
    send(seq, record, delivered);
  }

  function batchDelivered(): void {
    if (cursor.remaining > 1) inFlight.pause(sendNext);
    else sendNext();
  }

  function reset(isUp: boolean): void {
    up = isUp;
    inFlight.reset();
    cursor.restart();
    ackTimeout.reset();
  }

  return {
    connected() {
      reset(true);
      sendNext();
    },
    disconnected: () => reset(false),
    added() {
      if (journal.size === 1) ackTimeout.restart();
      sendNext();
    },
    acknowledged(seq) {
      const freed = journal.acknowledge(seq);
      counters.acknowledged += freed;
      if (freed === 0) return;
      ackTimeout.reset();
      if (cursor.continueResending()) sendNext();
    },
    tick() {
      counters.dropped += journal.dropBefore(clock.now() - maxAgeMs);
      if (!up || cursor.isResending || journal.size === 0 || cursor.remaining > 0 || !ackTimeout.hasPassed()) return;
      cursor.resendAll();
      sendNext();
    },
  };
}

/** The time-out doubles after each unsuccessful attempt, up to this factor. */
const GROWTH_MAX = 16;

function createAckTimeout(clock: Clock, firstMs: number) {
  let progressAt = clock.monotonic();
  let timeoutMs = firstMs;
  return {
    /** There is nothing to wait for yet: the time starts now, the time-out stays. */
    restart(): void {
      progressAt = clock.monotonic();
    },
    /** An acknowledgement or a new connection: the time starts now, with the first time-out. */
    reset(): void {
      progressAt = clock.monotonic();
      timeoutMs = firstMs;
    },
    /** Whether the time is over. If so, it starts again with a longer time-out. */
    hasPassed(): boolean {
      if (clock.monotonic() - progressAt < timeoutMs) return false;
      progressAt = clock.monotonic();
      timeoutMs = Math.min(timeoutMs * 2, firstMs * GROWTH_MAX);
      return true;
    },
  };
}

/** Records in flight, and the pause before the next batch, so that a long replay leaves capacity for live messages. */
const BATCH = 20;
const BATCH_PAUSE_MS = 100;

/** Counts the records of the present connection that the broker has not confirmed; PUBACKs and pauses of an earlier one are ignored. */
function createInFlightRecords(clock: Clock) {
  let connection = 0;
  let count = 0;
  let pausing = false;

  return {
    isPausing: (): boolean => pausing,
    hasRoom: (): boolean => count < BATCH,
    /** Counts a record. @returns to be called at its PUBACK; it calls `emptied` when nothing is in flight any more */
    add(emptied: () => void): () => void {
      const current = connection;
      count++;
      return () => {
        if (current !== connection) return;
        count--;
        if (count === 0) emptied();
      };
    },
    pause(ended: () => void): void {
      const current = connection;
      pausing = true;
      clock.after(BATCH_PAUSE_MS, () => {
        if (current !== connection) return;
        pausing = false;
        ended();
      });
    },
    /** Called when the connection is replaced or lost. */
    reset(): void {
      connection++;
      count = 0;
      pausing = false;
    },
  };
}

/** Records sent again after a time-out, before the next acknowledgement. */
const RESEND_BATCH = 100;

/** Position in the journal: each record once, in order, and the oldest ones again after a time-out. */
class SendCursor {
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

  /** Records that follow without a jump back, up to the newest. */
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
