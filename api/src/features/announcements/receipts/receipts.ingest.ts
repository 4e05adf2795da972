import { RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { z } from 'zod';
import { actionForError } from '../../../mqtt/batching/commit-errors.ts';
import type { ConsoleEvents } from '../../../mqtt/console-events.ts';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';
import type { StatefulHandler, IngestHandler } from '../../../mqtt/ingest/ingest.ts';
import type { AckToken } from '../../../mqtt/subscriber/ack-token.ts';
import { createAcks, createSeqTrackers } from '../../device-journals/index.ts';
import type { Presence } from '../../device-state/index.ts';
import { notifyRunsChanged, type ChangedRun } from '../run-events.ts';
import { endFinishedRuns } from '../ended-runs.sql.ts';
import { findReceiptSeqs, type DeviceSeqs } from './receipt-seqs.sql.ts';
import { storeReceipts, type Receipt } from './receipts.sql.ts';

const BATCH_ITEMS = 1_000;
const LINGER_MS = 5;

/** A receipt to store, or only the sequence number of one that cannot be stored. */
type Item = {
  serial: Serial;
  seq: number;
  collectedAt: number;
  receivedAt: number;
  redelivered: boolean;
  receipt: Receipt | null;
  ackToken: AckToken | null;
};

const numbered = z.object({ seq: z.int().min(1) });

/** Stores receipts exactly once with the states of their deliveries, and publishes the acknowledgements; see ANN-4. */
export function createReceiptsIngest(
  context: IngestContext,
  presence: Pick<Presence, 'recordMessage'>,
  events: Pick<ConsoleEvents, 'changed'>,
): IngestHandler<'receipts'> & StatefulHandler & { stop(): void } {
  const { pool } = context;
  const acks = createAcks(context, 'receipts_seq');
  const trackers = createSeqTrackers({
    limits: RECEIPTS_JOURNAL,
    findSeqs: (serials) => findReceiptSeqs(pool, serials),
    acks,
  });

  const batcher = context.createBatcher<Item>({
    name: 'receipts',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    ackTokenOf: ({ ackToken }) => ackToken,
    write,
    describe: ({ serial, seq }) => ({ serial, seq }),
    onPoison: ({ serial, seq, receipt }) => receipt && skipSeq(serial, seq),
  });

  /** A receipt that cannot be stored must not block the acknowledgement of later ones. */
  function skipSeq(serial: Serial, seq: number): void {
    const now = Date.now();
    batcher.add({ serial, seq, collectedAt: now, receivedAt: now, redelivered: false, receipt: null, ackToken: null });
  }

  async function write(items: readonly Item[]): Promise<void> {
    await trackers.load(items);
    const resent = trackers.record(items);
    const serials = [...new Set(items.map(({ serial }) => serial))];
    const receipts = items.flatMap(({ receipt }) => receipt ?? []);
    try {
      const { runs, ahead } = await storeReceipts(pool, receipts, serials.flatMap(seqsOf));
      notifyRunsChanged(events, runs);
      await endRuns(runs);
      trackers.stored(serials);
      trackers.acknowledge(serials, resent, ahead);
    } catch (error) {
      // A batch that is split is written in parts. The numbers of one part must not be acknowledged with another.
      if (actionForError(error) !== 'retry') trackers.forget(serials);
      throw error;
    }
  }

  function seqsOf(serial: Serial): DeviceSeqs[] {
    const { acked, newest, restarted = false } = trackers.get(serial) ?? {};
    if (acked == null || newest == null) return [];
    return [{ serial, acked, newest: newest.seq, newestAt: newest.collectedAt, restarted }];
  }

  async function endRuns(reported: readonly ChangedRun[]): Promise<void> {
    if (reported.length === 0) return;
    const ids = reported.map(({ run_id }) => run_id);
    notifyRunsChanged(events, await endFinishedRuns(pool, ids));
  }

  return {
    accept({ topic: { serial }, body, receivedAt, live, redelivered, ackToken }) {
      if (live) presence.recordMessage(serial, receivedAt);
      const at = Date.parse(body.at);
      const receipt = { serial, body, at, receivedAt };
      batcher.add({ serial, seq: body.seq, collectedAt: at, receivedAt, redelivered, receipt, ackToken });
    },
    reject({ serial }, json) {
      const parsed = numbered.safeParse(json);
      if (parsed.success) skipSeq(serial, parsed.data.seq);
    },
    forget: (isForeign) => trackers.forgetForeign(isForeign),
    stop: () => acks.stop(),
  };
}
