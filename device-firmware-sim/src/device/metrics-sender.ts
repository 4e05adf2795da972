import { JOURNAL_MAX_AGE_MS } from '@belfry/schemas/domain/limits';
import type { Clock } from '../hardware/clock.ts';
import type { Counters } from './counters.ts';
import type { Journal, Measurement } from '../hardware/journal.ts';

/** Records in flight, and the pause before the next batch, so that a long replay leaves capacity for live messages. */
const BATCH = 20;
const BATCH_PAUSE_MS = 100;
/** How many of the oldest records are sent again after a time-out, before the next acknowledgement. */
const RESEND_BATCH = 100;
/** After this time without an acknowledgement, the records are assumed to be lost on the way. */
export const DEFAULT_ACK_TIMEOUT_MS = 30_000;
/** The time-out doubles after each unsuccessful attempt, up to this factor. */
const ACK_TIMEOUT_GROWTH_MAX = 16;

export type MetricsSenderDeps = {
  journal: Journal;
  clock: Clock;
  counters: Counters;
  /** Milliseconds without an acknowledgement after which the oldest records are sent again. */
  firstAckTimeoutMs: number;
  /** Publishes one record at QoS 1; `delivered` is called at its PUBACK, which confirms only the hop to the broker. */
  send: (seq: number, measurement: Measurement, delivered: () => void) => void;
};

export type MetricsSender = {
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
 * Sends the journal to the server. A record is removed from the journal when the server's cumulative acknowledgement
 * covers it, not at its PUBACK.
 */
export function createMetricsSender({
  journal,
  clock,
  counters,
  firstAckTimeoutMs,
  send,
}: MetricsSenderDeps): MetricsSender {
  let session = 0;
  let up = false;
  let cursor = journal.firstSeq;
  let newestSent = journal.lastSeq - journal.size;
  let inFlight = 0;
  let pausing = false;
  let lastProgressAt = clock.monotonic();
  let ackTimeoutMs = firstAckTimeoutMs;
  /** While resending: the last record to send again, and the record at which to continue afterwards. */
  let resend: { until: number; resumeAt: number } | null = null;
  /** After a time-out, all records up to this one are sent again, batch by batch. */
  let resendUntil = 0;

  function sendNext(): void {
    if (!up || pausing) return;
    while (inFlight < BATCH && advance()) {
      const measurement = journal.read(cursor);
      if (!measurement) return;
      sendOne(cursor++, measurement);
    }
  }

  /** Moves the cursor to the next record to send; false when there is none. */
  function advance(): boolean {
    cursor = Math.max(cursor, journal.firstSeq);
    if (resend && cursor > resend.until) {
      cursor = Math.max(resend.resumeAt, journal.firstSeq);
      resend = null;
    }
    return cursor <= journal.lastSeq;
  }

  function sendOne(seq: number, measurement: Measurement): void {
    const inSession = session;
    inFlight++;
    if (seq > newestSent) {
      newestSent = seq;
      counters.sent++;
    } else counters.resent++;
    send(seq, measurement, () => {
      if (inSession !== session) return;
      inFlight--;
      if (inFlight > 0) return;
      if (cursor < journal.lastSeq) pause();
      else sendNext();
    });
  }

  function pause(): void {
    const inSession = session;
    pausing = true;
    clock.after(BATCH_PAUSE_MS, () => {
      if (inSession !== session) return;
      pausing = false;
      sendNext();
    });
  }

  function resendOldest(): void {
    const until = Math.min(journal.firstSeq + RESEND_BATCH - 1, journal.lastSeq);
    resend = { until, resumeAt: resend?.resumeAt ?? cursor };
    cursor = journal.firstSeq;
    sendNext();
  }

  function beginSession(isUp: boolean): void {
    session++;
    up = isUp;
    inFlight = 0;
    pausing = false;
    resend = null;
    resendUntil = 0;
    ackTimeoutMs = firstAckTimeoutMs;
    lastProgressAt = clock.monotonic();
    cursor = journal.firstSeq;
  }

  return {
    connected() {
      beginSession(true);
      sendNext();
    },
    disconnected: () => beginSession(false),
    added() {
      if (journal.size === 1) lastProgressAt = clock.monotonic();
      sendNext();
    },
    acknowledged(seq) {
      const freed = journal.acknowledge(seq);
      counters.acknowledged += freed;
      if (freed === 0) return;
      lastProgressAt = clock.monotonic();
      ackTimeoutMs = firstAckTimeoutMs;
      // The server receives records again, so those sent before the time-out follow batch by batch.
      if (!resend && journal.size > 0 && journal.firstSeq <= resendUntil) resendOldest();
    },
    tick() {
      counters.dropped += journal.dropBefore(clock.now() - JOURNAL_MAX_AGE_MS);
      if (!up || resend || journal.size === 0 || cursor <= journal.lastSeq) return;
      if (clock.monotonic() - lastProgressAt < ackTimeoutMs) return;
      lastProgressAt = clock.monotonic();
      ackTimeoutMs = Math.min(ackTimeoutMs * 2, firstAckTimeoutMs * ACK_TIMEOUT_GROWTH_MAX);
      resendUntil = journal.lastSeq;
      resendOldest();
    },
  };
}
