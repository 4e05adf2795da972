import { z } from 'zod';
import { METRICS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { StatefulHandler, IngestHandler } from '../../../mqtt/ingest/ingest.ts';
import type { AckToken } from '../../../mqtt/subscriber/ack-token.ts';
import { duplicates, unknownDevices } from '../../../mqtt/metrics.ts';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';
import { createAcks, createSeqTrackers, type AheadSeqs } from '../../device-journals/index.ts';
import type { Presence } from '../../device-state/index.ts';
import { actionForError } from '../../../mqtt/batching/commit-errors.ts';
import { toBatch, type MetricsBatch, type Sample } from './metrics.batch.ts';
import { storeMetrics, type StoredMetrics } from './store-metrics.sql.ts';
import { findSeqs } from './seqs.sql.ts';

const BATCH_ITEMS = 2_000;
const LINGER_MS = 5;

/** A record to store, or only the sequence number of a record that cannot be stored. */
type Item = {
  serial: Serial;
  seq: number | undefined;
  receivedAt: number;
  collectedAt: number;
  redelivered: boolean;
  sample: Sample | null;
  ackToken: AckToken | null;
};

const numbered = z.object({ seq: z.int().min(0) });

/** Stores metrics with the last state and the cumulative acknowledgement, and publishes the acknowledgements. */
export function createMetricsIngest(
  context: IngestContext,
  presence: Pick<Presence, 'republishStatuses'>,
): IngestHandler<'metrics'> & StatefulHandler & { stop(): void } {
  const { pool, deviceStateQueue } = context;
  const acks = createAcks(context, 'metrics_seq');
  const trackers = createSeqTrackers({
    limits: METRICS_JOURNAL,
    findSeqs: (serials) => findSeqs(pool, serials),
    acks,
  });

  const batcher = context.createBatcher<Item>({
    name: 'metrics',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    ackTokenOf: ({ ackToken }) => ackToken,
    write: (items) => deviceStateQueue(() => write(items)),
    describe: ({ serial, seq }) => ({ serial, seq }),
    onPoison: ({ serial, seq, sample }) => sample && seq !== undefined && skipSeq(serial, seq),
  });

  /** A record that cannot be stored must not block the acknowledgement of later ones. */
  function skipSeq(serial: Serial, seq: number): void {
    const now = Date.now();
    const unstored = { sample: null, ackToken: null, redelivered: false };
    batcher.add({ serial, seq, receivedAt: now, collectedAt: now, ...unstored });
  }

  async function write(items: readonly Item[]): Promise<void> {
    await trackers.load(items);
    const batch = toBatch(items.flatMap(({ sample }) => sample ?? []));
    const resent = trackers.record(items);
    for (const device of batch.devices) {
      const tracker = trackers.get(device.serial);
      device.acked = tracker?.acked ?? null;
      device.restarted = tracker?.restarted ?? false;
    }
    let ahead: AheadSeqs = new Map();
    if (batch.samples.length > 0) {
      const mayRepeat = resent.size > 0 || items.some(({ redelivered }) => redelivered);
      const result = await storeBatch(batch, mayRepeat);
      count(batch.samples.length, result.stored, batch.deviceOf, result.known);
      presence.republishStatuses(result.returned);
      trackers.stored(serialsOf(batch.devices));
      ({ ahead } = result);
    }
    trackers.acknowledge(serialsOf(items), resent, ahead);
  }

  /** A batch that is split is written in parts. The sequence numbers of one part must not be acknowledged with another. */
  async function storeBatch(batch: MetricsBatch, mayRepeat: boolean): Promise<StoredMetrics> {
    try {
      return await storeMetrics(pool, batch, mayRepeat);
    } catch (error) {
      if (actionForError(error) !== 'retry') trackers.forget(serialsOf(batch.devices));
      throw error;
    }
  }

  return {
    accept({ topic: { serial }, body, receivedAt, redelivered, ackToken }) {
      const collectedAt = Date.parse(body.collected_at);
      const sample = { serial, body, collectedAt, receivedAt };
      batcher.add({ serial, seq: body.seq, receivedAt, collectedAt, redelivered, sample, ackToken });
    },
    /** Skips its sequence number; otherwise the watermark would stay below it for a day. */
    reject({ serial }, json) {
      const parsed = numbered.safeParse(json);
      if (parsed.success) skipSeq(serial, parsed.data.seq);
    },
    forget: (isForeign) => trackers.forgetForeign(isForeign),
    stop: () => acks.stop(),
  };
}

const serialsOf = (items: readonly { serial: Serial }[]): Set<Serial> => new Set(items.map(({ serial }) => serial));

function count(samples: number, stored: number, deviceOf: readonly number[], known: readonly number[]): void {
  const present = new Set(known);
  const unknown = deviceOf.reduce((sum, index) => sum + (present.has(index + 1) ? 0 : 1), 0);
  unknownDevices.inc(unknown);
  duplicates.inc(samples - unknown - stored);
}
