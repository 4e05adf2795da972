import type { JournalLimits } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { createAcks } from './acks.ts';
import { SeqTracker } from './seq-tracker.ts';

/** The stored numbering of a device; null before its first record. */
export type KnownSeqs = {
  serial: Serial;
  created_at: Date;
  acked: number | null;
  newest_seq: number | null;
  newest_at: Date | null;
};

/** A record with its times in milliseconds since 1970; one without a number is stored, and not acknowledged. */
type Numbered = {
  serial: Serial;
  seq: number | undefined;
  collectedAt: number;
  receivedAt: number;
  redelivered: boolean;
};

/** Watermarks that another instance has stored, by serial, where they are ahead of those of a batch. */
export type AheadSeqs = ReadonlyMap<string, number>;

type Options = {
  limits: JournalLimits;
  /** Unknown serials are absent from the answer. */
  findSeqs: (serials: readonly Serial[]) => Promise<readonly KnownSeqs[]>;
  acks: Pick<ReturnType<typeof createAcks>, 'cover'>;
};

/** Where records wait for so long, the queue of the broker may have overflowed and lost those of other devices. */
const STALLED_MS = 1_000;

/**
 * The numbering of one kind of record of each device, as far as it was needed since the start. While the number of shards changes, two
 * instances store the records of a device for a moment. So the statement that stores a batch lowers a watermark only where the
 * numbering was `restarted`, and returns those that are ahead.
 */
export function createSeqTrackers({ limits, findSeqs, acks }: Options) {
  const trackers = new Map<Serial, SeqTracker>();
  /** Records before this time may have been lost, because this instance did not run or Postgres stored nothing. */
  let mayHaveLostUntil = Date.now();

  /** When the oldest record of the present batch was received; batches are stored one after another. */
  let oldestAt = 0;

  function noticeStall(): void {
    const now = Date.now();
    if (now - oldestAt >= STALLED_MS) mayHaveLostUntil = now;
  }

  return {
    async load(items: readonly Pick<Numbered, 'serial' | 'seq' | 'receivedAt'>[]): Promise<void> {
      const unknown = new Set(
        items.filter(({ seq, serial }) => seq !== undefined && !trackers.has(serial)).map(({ serial }) => serial),
      );
      const found = unknown.size === 0 ? [] : await findSeqs([...unknown]);
      oldestAt = items.reduce((oldest, { receivedAt }) => Math.min(oldest, receivedAt), Infinity);
      noticeStall();
      for (const { serial, created_at, acked, newest_seq, newest_at } of found) {
        const newest =
          newest_seq === null || newest_at === null ? null : { seq: newest_seq, collectedAt: newest_at.getTime() };
        trackers.set(
          serial,
          new SeqTracker(limits, { acked, newest, mayHaveLost: created_at.getTime() < mayHaveLostUntil }),
        );
      }
    },

    /** @returns the devices that repeated acknowledged records. */
    record(items: readonly Numbered[]): Set<Serial> {
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

    /** The watermarks of these devices are stored. */
    stored(serials: Iterable<Serial>): void {
      for (const serial of serials) trackers.get(serial)?.restartStored();
    },

    /** Acknowledges what is stored to the devices. @param resent as `record` has returned it */
    acknowledge(serials: Iterable<Serial>, resent: ReadonlySet<Serial>, ahead: AheadSeqs): void {
      noticeStall();
      for (const serial of serials) {
        const acked = ahead.get(serial) ?? trackers.get(serial)?.acked;
        if (acked != null) acks.cover(serial, acked, resent.has(serial));
      }
      // Only after that, since what the tracker now reaches is not stored yet.
      for (const [serial, acked] of ahead) trackers.get(serial)?.acknowledgedElsewhere(acked);
    },

    forget(serials: Iterable<Serial>): void {
      for (const serial of serials) trackers.delete(serial);
    },

    forgetForeign(isForeign: (serial: Serial) => boolean): void {
      for (const serial of trackers.keys()) if (isForeign(serial)) trackers.delete(serial);
    },
  };
}
