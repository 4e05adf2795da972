import { RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type pg from 'pg';
import { SeqTracker } from '../../device-journals/index.ts';
import { findReceiptSeqs, type DeviceSeqs } from './receipts.sql.ts';

type Numbered = { serial: Serial; seq: number; at: number; receivedAt: number; redelivered: boolean };

/** The numbering of the receipts of each device, as far as it was needed since the start. */
export function createSeqTrackers(pool: pg.Pool) {
  const trackers = new Map<Serial, SeqTracker>();
  const startedAt = new Date();
  return {
    async load(serials: readonly Serial[]): Promise<void> {
      const unknown = [...new Set(serials.filter((serial) => !trackers.has(serial)))];
      if (unknown.length === 0) return;
      const known = new Map((await findReceiptSeqs(pool, unknown)).map((row) => [row.serial, row]));
      for (const serial of unknown) {
        const { acked = null, newest: seq = null, newest_at = null, created_at = startedAt } = known.get(serial) ?? {};
        const newest = seq === null || newest_at === null ? null : { seq, collectedAt: newest_at.getTime() };
        trackers.set(serial, new SeqTracker(RECEIPTS_JOURNAL, { acked, newest, mayHaveLost: created_at < startedAt }));
      }
    },

    /** @returns the devices that repeated acknowledged receipts. */
    record(items: readonly Numbered[]): Set<Serial> {
      const resent = new Set<Serial>();
      for (const { serial, at, ...item } of items) {
        const tracker = trackers.get(serial);
        if (!tracker) continue;
        tracker.resent = false;
        tracker.record({ ...item, collectedAt: at });
        if (tracker.resent) resent.add(serial);
      }
      return resent;
    },

    seqsOf: (serials: readonly Serial[]): DeviceSeqs[] =>
      serials.flatMap((serial) => {
        const { acked, newest } = trackers.get(serial) ?? {};
        return acked == null || newest == null
          ? []
          : [{ serial, acked, newest: newest.seq, newestAt: newest.collectedAt }];
      }),

    forgetAll(isForeign: (serial: Serial) => boolean): void {
      for (const serial of trackers.keys()) if (isForeign(serial)) trackers.delete(serial);
    },

    forget: (serials: readonly Serial[]): void => serials.forEach((serial) => trackers.delete(serial)),
  };
}
