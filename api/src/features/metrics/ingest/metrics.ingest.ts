import { METRICS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { IngestHandler, JournalHandler } from '../../../mqtt/ingest/ingest.ts';
import { duplicates, unknownDevices } from '../../../mqtt/metrics.ts';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';
import { createJournalIngest, type AheadSeqs, type JournalItem } from '../../device-state/journals/index.ts';
import type { Presence } from '../../device-state/index.ts';
import { toBatch, type Sample } from './metrics.batch.ts';
import { storeMetrics, findSeqs } from './store.sql.ts';

const BATCH_ITEMS = 2_000;
const LINGER_MS = 5;

export function createMetricsIngest(
  context: IngestContext,
  presence: Pick<Presence, 'republishStatuses'>,
): IngestHandler<'metrics'> & JournalHandler {
  const { pool, deviceStateQueue } = context;
  const journal = createJournalIngest<Sample>(context, {
    name: 'metrics',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    ackField: 'metrics_seq',
    lowestSeq: 0,
    limits: METRICS_JOURNAL,
    findSeqs: (serials) => findSeqs(pool, serials),
    write: (items) => deviceStateQueue(() => write(items)),
  });
  const { trackers } = journal;

  async function write(items: readonly JournalItem<Sample>[]): Promise<void> {
    await trackers.load(items);
    const batch = toBatch(items.flatMap(({ record }) => record ?? []));
    const resent = trackers.record(items);
    for (const device of batch.devices) {
      const tracker = trackers.get(device.serial);
      device.acked = tracker?.acked ?? null;
      device.restarted = tracker?.restarted ?? false;
    }
    let ahead: AheadSeqs = new Map();
    if (batch.samples.length > 0) {
      const serials = serialsOf(batch.devices);
      const mayRepeat = resent.size > 0 || items.some(({ redelivered }) => redelivered);
      const result = await journal.commit(serials, () => storeMetrics(pool, batch, mayRepeat));
      count(batch.samples.length, result.stored, batch.deviceOf, result.known);
      presence.republishStatuses(result.returned);
      trackers.stored(serials);
      ({ ahead } = result);
    }
    trackers.acknowledge(serialsOf(items), resent, ahead);
  }

  return {
    accept({ topic: { serial }, body, receivedAt, redelivered, ackToken }) {
      const collectedAt = Date.parse(body.collected_at);
      const record = { serial, body, collectedAt, receivedAt };
      journal.add({ serial, seq: body.seq, collectedAt, receivedAt, redelivered, record, ackToken });
    },
    reject: journal.reject,
    stop: journal.stop,
  };
}

const serialsOf = (items: readonly { serial: Serial }[]): Set<Serial> => new Set(items.map(({ serial }) => serial));

function count(
  samples: number,
  storedSamples: number,
  deviceOf: readonly number[],
  perDevice: readonly number[],
): void {
  const present = new Set(perDevice);
  const unknown = deviceOf.reduce((sum, index) => sum + (present.has(index + 1) ? 0 : 1), 0);
  unknownDevices.inc(unknown);
  duplicates.inc(samples - unknown - storedSamples);
}
