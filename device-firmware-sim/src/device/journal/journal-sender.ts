import { createAckTimeout } from './ack-timeout.ts';
import type { Clock } from '../../hardware/clock.ts';
import type { SentCounters } from '../counters.ts';
import type { NumberedRecords } from '../../hardware/numbered-records.ts';
import { SendCursor } from './send-cursor.ts';

/** Records in flight, and the pause before the next batch, so that a long replay leaves capacity for live messages. */
const BATCH = 20;
const BATCH_PAUSE_MS = 100;
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
  /** Distinguishes the connections, so that the PUBACKs and pauses of an earlier one are ignored. */
  let connection = 0;
  let up = false;
  let inFlight = 0;
  let pausing = false;

  function sendNext(): void {
    if (!up || pausing) return;
    while (inFlight < BATCH) {
      const seq = cursor.take();
      const record = seq === null ? undefined : journal.read(seq);
      if (seq === null || !record) return;
      sendOne(seq, record);
    }
  }

  function sendOne(seq: number, record: T): void {
    const current = connection;
    inFlight++;
    if (seq > newestSent) {
      newestSent = seq;
      counters.sent++;
    } else counters.resent++;
    send(seq, record, () => {
      if (current !== connection) return;
      inFlight--;
      if (inFlight > 0) return;
      if (cursor.remaining > 1) pause();
      else sendNext();
    });
  }

  function pause(): void {
    const current = connection;
    pausing = true;
    clock.after(BATCH_PAUSE_MS, () => {
      if (current !== connection) return;
      pausing = false;
      sendNext();
    });
  }

  function reset(isUp: boolean): void {
    connection++;
    up = isUp;
    inFlight = 0;
    pausing = false;
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
