/**
 * Load: stores one metrics record of each of many devices of a large fleet with the api's statement, in an order in which neighbours in a batch are
 * none in the index, as messages arrive. Input: see `Input`. Prints `{ records }`.
 */
import { toBatch, type Sample } from '@belfry/api/features/metrics/ingest/metrics.batch';
import { storeMetrics } from '@belfry/api/features/metrics/ingest/store.sql';
import { createLogger } from '@belfry/api/log';
import { createIngestPool } from '@belfry/api/mqtt/ingest/ingest-context';
import { formatSerial } from '@belfry/schemas/domain/serial';

/** The first `records` of `devices`, in the order of the steps. */
type Input = { databaseUrl: string; devices: number; records: number; batchRows: number; seq: number };

/** Shares no factor with the number of devices, so that each occurs once. */
const STEP = 7_919;
const STATEMENTS_AT_ONCE = 4;

const { databaseUrl, devices, records, batchRows, seq } = JSON.parse(process.argv[2] ?? '{}') as Input;
const pool = createIngestPool(databaseUrl, createLogger('silent'));
let next = 0;

function nextBatch(): Sample[] {
  const collectedAt = Date.now();
  const body = {
    hostname: 'bench',
    cpu_usage_percent: 12.5,
    cpu_temperature: 51.5,
    memory_usage_percent: 40.25,
    disk_usage_percent: 63,
    uptime_seconds: seq,
    collected_at: new Date(collectedAt).toISOString(),
    seq,
  };
  const rows = Math.min(batchRows, records - next);
  return Array.from({ length: rows }, () => {
    const device = (next++ * STEP) % devices;
    return { serial: formatSerial(String(device + 1).padStart(16, '0')), body, collectedAt, receivedAt: collectedAt };
  });
}

async function work(): Promise<void> {
  while (next < records) await storeMetrics(pool, toBatch(nextBatch()), false);
}
await Promise.all(Array.from({ length: STATEMENTS_AT_ONCE }, work));
process.stdout.write(`${JSON.stringify({ records })}\n`);
await pool.end();
