import { JOURNAL_MAX_AGE_MS } from '@belfry/schemas/domain/limits';
import type { Clock } from './clock.ts';
import type { Counters } from './counters.ts';
import type { Journal, Measurement } from './journal.ts';

/** Records under way at once, and the pause before the next lot: a replay of hours leaves room for live messages. */
const BATCH = 20;
const BATCH_PAUSE_MS = 100;
/** How many of the oldest records are sent again when no acknowledgement comes, before waiting for one. */
const REPAIR_BATCH = 100;
/** No acknowledgement for so long means that something on the way has forgotten our records. */
export const DEFAULT_PATIENCE_MS = 30_000;
/** Each time in vain it waits twice as long, up to so many times. */
const PATIENCE_GROWTH_MAX = 16;

export type UplinkDeps = {
  journal: Journal;
  clock: Clock;
  counters: Counters;
  /** Milliseconds without an acknowledgement after which the oldest records are sent again. */
  firstPatienceMs: number;
  /** Publishes one record at QoS 1; `delivered` runs at its PUBACK, which speaks for one hop only. */
  send: (seq: number, measurement: Measurement, delivered: () => void) => void;
};

export type Uplink = {
  /** A session began: everything unacknowledged is sent again, oldest first. */
  connected: () => void;
  disconnected: () => void;
  /** A new record lies in the journal. */
  added: () => void;
  /** The server has committed everything up to this number. */
  acknowledged: (seq: number) => void;
  /** Once a second. */
  tick: () => void;
};

/**
 * Brings the journal to the server, end to end: a record leaves the journal when the server's cumulative
 * acknowledgement covers it, never at a PUBACK (architecture, Ingest).
 */
export function createUplink({ journal, clock, counters, firstPatienceMs, send }: UplinkDeps): Uplink {
  let session = 0;
  let up = false;
  let cursor = journal.firstSeq;
  let newestSent = journal.lastSeq - journal.size;
  let underway = 0;
  let resting = false;
  let movedAt = clock.monotonic();
  let patienceMs = firstPatienceMs;
  /** While repairing: the last record to send again, where to go on afterwards, and up to where all is suspect. */
  let repair: { until: number; resumeAt: number } | null = null;
  let suspectUntil = 0;

  function pump(): void {
    if (!up || resting) return;
    while (underway < BATCH && advance()) {
      const measurement = journal.read(cursor);
      if (!measurement) return;
      sendOne(cursor++, measurement);
    }
  }

  /** Moves the cursor to the next record to send; false when there is none. */
  function advance(): boolean {
    cursor = Math.max(cursor, journal.firstSeq);
    if (repair && cursor > repair.until) {
      cursor = Math.max(repair.resumeAt, journal.firstSeq);
      repair = null;
    }
    return cursor <= journal.lastSeq;
  }

  function sendOne(seq: number, measurement: Measurement): void {
    const inSession = session;
    underway++;
    if (seq > newestSent) {
      newestSent = seq;
      counters.sent++;
    } else counters.resent++;
    send(seq, measurement, () => {
      if (inSession !== session) return;
      underway--;
      if (underway > 0) return;
      if (cursor < journal.lastSeq) rest();
      else pump();
    });
  }

  function rest(): void {
    const inSession = session;
    resting = true;
    clock.after(BATCH_PAUSE_MS, () => {
      if (inSession !== session) return;
      resting = false;
      pump();
    });
  }

  function sendOldestAgain(): void {
    const until = Math.min(journal.firstSeq + REPAIR_BATCH - 1, journal.lastSeq);
    repair = { until, resumeAt: repair?.resumeAt ?? cursor };
    cursor = journal.firstSeq;
    pump();
  }

  function beginSession(isUp: boolean): void {
    session++;
    up = isUp;
    underway = 0;
    resting = false;
    repair = null;
    suspectUntil = 0;
    patienceMs = firstPatienceMs;
    movedAt = clock.monotonic();
    cursor = journal.firstSeq;
  }

  return {
    connected() {
      beginSession(true);
      pump();
    },
    disconnected: () => beginSession(false),
    added() {
      if (journal.size === 1) movedAt = clock.monotonic();
      pump();
    },
    acknowledged(seq) {
      const freed = journal.acknowledge(seq);
      counters.acknowledged += freed;
      if (freed === 0) return;
      movedAt = clock.monotonic();
      patienceMs = firstPatienceMs;
      // The way is open again: what was sent before it broke follows batch by batch.
      if (!repair && journal.size > 0 && journal.firstSeq <= suspectUntil) sendOldestAgain();
    },
    tick() {
      counters.dropped += journal.dropBefore(clock.now() - JOURNAL_MAX_AGE_MS);
      if (!up || repair || journal.size === 0 || cursor <= journal.lastSeq) return;
      if (clock.monotonic() - movedAt < patienceMs) return;
      movedAt = clock.monotonic();
      patienceMs = Math.min(patienceMs * 2, firstPatienceMs * PATIENCE_GROWTH_MAX);
      suspectUntil = journal.lastSeq;
      sendOldestAgain();
    },
  };
}
