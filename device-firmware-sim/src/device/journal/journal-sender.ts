import { createAckTimeout } from './ack-timeout.ts';
import type { Clock } from '../../hardware/clock.ts';
import type { SentCounters } from '../counters.ts';
import type { NumberedRecords } from '../../hardware/journal.ts';
import { createInFlightRecords } from './in-flight-records.ts';
import { SendCursor } from './send-cursor.ts';

/** After this time without an acknowledgement, the records are assumed to be lost on the way. */
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
  /** A record was appended to the journal. */
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
