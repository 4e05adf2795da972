import type { JournalLimits } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { type AcksMessage, messages } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';
import { createYielder } from '../../../lib/map-yielding.ts';
import { acksPublished } from '../../../mqtt/metrics.ts';
import { SeqTracker } from './seq-tracker.ts';

/** Where records wait for so long, the queue of the broker may have overflowed and lost those of other devices. */
const STALLED_MS = 1_000;
/** Remembers until when records may have been lost, because this instance did not receive them or Postgres stored nothing. */
function createLossDetector() {
  let mayHaveLostUntil = Date.now();
  let oldestAt = 0;

  /** Must be called before a batch is stored and after it. */
  function check(): void {
    const now = Date.now();
    if (now - oldestAt >= STALLED_MS) mayHaveLostUntil = now;
  }

  return {
    begin(items: readonly { receivedAt: number }[]): void {
      oldestAt = items.reduce((oldest, { receivedAt }) => Math.min(oldest, receivedAt), Infinity);
      check();
    },
    check,
    noteLoss(): void {
      mayHaveLostUntil = Date.now();
    },
    mayHaveLost: (since: Date): boolean => since.getTime() < mayHaveLostUntil,
  };
}

export type KnownSeqs = {
  serial: Serial;
  created_at: Date;
  acked: number | null;
  newest_seq: number | null;
  newest_at: Date | null;
};

/** A record with its times in milliseconds since 1970; one without a number is stored, and not acknowledged. */
export type NumberedRecord = {
  serial: Serial;
  seq: number | undefined;
  collectedAt: number;
  receivedAt: number;
  redelivered: boolean;
};

export type AheadSeqs = ReadonlyMap<string, number>;

type Options = {
  limits: JournalLimits;
  findSeqs: (serials: readonly Serial[]) => Promise<readonly KnownSeqs[]>;
  acks: Pick<ReturnType<typeof createAcks>, 'cover'>;
};

/**
 * The numbering of one kind of record of each device, as far as it was needed since the start. While the number of shards changes, two
 * instances store the records of a device for a moment. So the statement that stores a batch lowers a watermark only where the
 * numbering was `restarted`, and returns those that are ahead.
 */
export function createSeqTrackers({ limits, findSeqs, acks }: Options) {
  const trackers = new Map<Serial, SeqTracker>();
  const losses = createLossDetector();

  function add({ serial, created_at, acked, newest_seq, newest_at }: KnownSeqs): void {
    const newest =
      newest_seq === null || newest_at === null ? null : { seq: newest_seq, collectedAt: newest_at.getTime() };
    trackers.set(serial, new SeqTracker(limits, { acked, newest, mayHaveLost: losses.mayHaveLost(created_at) }));
  }

  return {
    async load(items: readonly Pick<NumberedRecord, 'serial' | 'seq' | 'receivedAt'>[]): Promise<void> {
      const unknown = new Set(
        items.filter(({ seq, serial }) => seq !== undefined && !trackers.has(serial)).map(({ serial }) => serial),
      );
      const seqs = unknown.size === 0 ? [] : await findSeqs([...unknown]);
      losses.begin(items);
      for (const seq of seqs) add(seq);
    },

    /** @returns the devices that repeated acknowledged records. */
    record(items: readonly NumberedRecord[]): Set<Serial> {
      const resent = new Set<Serial>();
      for (const { serial, seq, collectedAt, receivedAt, redelivered } of items) {
        const tracker = trackers.get(serial);
        if (!tracker || seq === undefined) continue;
        tracker.resent = false;
        tracker.record({ seq, collectedAt, receivedAt, redelivered });
        if (tracker.resent) resent.add(serial);
      }
      return resent;
    },

    get: (serial: Serial): Pick<SeqTracker, 'acked' | 'newest' | 'restarted'> | undefined => trackers.get(serial),

    stored(serials: Iterable<Serial>): void {
      for (const serial of serials) trackers.get(serial)?.restartStored();
    },

    acknowledge(serials: Iterable<Serial>, resent: ReadonlySet<Serial>, ahead: AheadSeqs): void {
      losses.check();
      for (const serial of serials) {
        const acked = ahead.get(serial) ?? trackers.get(serial)?.acked;
        if (acked != null) acks.cover(serial, acked, resent.has(serial));
      }
      // Only after that, since what the tracker now reaches is not stored yet.
      for (const [serial, acked] of ahead) trackers.get(serial)?.acknowledgedElsewhere(acked);
    },

    /** Records that were sent until now may be lost: nobody read what the broker received, or it had no session. */
    noteLoss: (): void => losses.noteLoss(),

    forget(serials: Iterable<Serial>): void {
      for (const serial of serials) trackers.delete(serial);
    },

    forgetMatching(matches: (serial: Serial) => boolean): void {
      for (const serial of trackers.keys()) if (matches(serial)) trackers.delete(serial);
    },
  };
}

/** The minimum interval between acknowledgements to one device, which are cumulative. */
const ACK_INTERVAL_MS = 2_000;
const TICK_MS = 250;

/**
 * Publishes to devices up to which sequence number the records of one kind are committed: when that has advanced, or when a device
 * repeats acknowledged records, which means that it missed the last acknowledgement. A failed publish is retried at the
 * next tick.
 */
export function createAcks({ broker }: Pick<IngestContext, 'broker'>, field: keyof AcksMessage) {
  const due = new Map<Serial, number>();
  const sent = new Map<Serial, { seq: number; at: number }>();
  const timer = setInterval(publishDue, TICK_MS);

  function cover(serial: Serial, seq: number, resent: boolean): void {
    if (resent || sent.get(serial)?.seq !== seq) due.set(serial, seq);
  }

  function publishDue(): void {
    if (!broker.connected) return;
    const now = Date.now();
    for (const [serial, seq] of due) {
      if (now - (sent.get(serial)?.at ?? 0) < ACK_INTERVAL_MS) continue;
      due.delete(serial);
      sent.set(serial, { seq, at: now });
      void publish(serial, seq);
    }
  }

  async function publish(serial: Serial, seq: number): Promise<void> {
    const { qos, retain } = messages.acks;
    try {
      await broker.publish(topics.acks(serial), JSON.stringify({ [field]: seq } satisfies AcksMessage), {
        qos,
        retain,
      });
      acksPublished.inc();
    } catch {
      if (!due.has(serial)) due.set(serial, seq);
    }
  }

  /** Publishes what is due: whoever receives the next record of a device knows nothing of it, and a device that sends none would wait. */
  async function stop(): Promise<void> {
    clearInterval(timer);
    if (!broker.connected) return;
    const last = [...due];
    due.clear();
    const breathe = createYielder();
    const published: Promise<void>[] = [];
    for (const [serial, seq] of last) {
      published.push(publish(serial, seq));
      await breathe();
    }
    await Promise.all(published);
  }

  return { cover, stop };
}
