/**
 * Load: inserts batches of metrics on one connection with the api's statement (`belfry`), a plain `unnest` of the same
 * arrays, or COPY. Input: see `Input`. Prints `{ rate }` in rows per second.
 */
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { binaryArray } from '@belfry/api/features/metrics/ingest/binary-arrays';
import { toBatch, type Sample } from '@belfry/api/features/metrics/ingest/metrics.batch';
import { storeMetrics } from '@belfry/api/features/metrics/ingest/store.sql';
import { createLogger } from '@belfry/api/log';
import { createIngestPool } from '@belfry/api/mqtt/ingest/ingest-context';
import { from } from 'pg-copy-streams';

interface Input {
  databaseUrl: string;
  mode: 'belfry' | 'unnest' | 'copy';
  table: string;
  serials: string[];
  batches: number;
  batchRows: number;
}
const input = JSON.parse(process.argv[2] ?? '{}') as Input;
const { mode, table, serials, batches, batchRows } = input;
// Statements run one after another, so the pool opens only one connection.
const pool = createIngestPool(input.databaseUrl, createLogger('silent'));
const startedAt = Date.now();

/** Samples of all devices in turn, as a fleet publishes them. */
function samplesOf(batch: number): Sample[] {
  return Array.from({ length: batchRows }, (_, at) => {
    const seq = batch * batchRows + at;
    const collectedAt = startedAt - batches * batchRows + seq;
    const body = {
      hostname: 'bench',
      cpu_usage_percent: seq % 100,
      cpu_temperature: 51.5,
      memory_usage_percent: 40.25,
      disk_usage_percent: 63,
      uptime_seconds: seq,
      collected_at: new Date(collectedAt).toISOString(),
      seq,
    };
    return { serial: serials[seq % serials.length] ?? '', body, collectedAt, receivedAt: collectedAt };
  });
}
const deviceId = ({ body }: Sample): number => 1 + ((body.seq ?? 0) % serials.length);

const UNNEST = {
  name: 'unnest',
  text: `insert into ${table} select * from unnest($1::int4[], $2::timestamptz[], $3::int8[], $4::timestamptz[],
    $5::timestamptz[], $6::text[], $7::float4[], $8::float4[], $9::float4[], $10::float4[], $11::int8[])
    on conflict do nothing`,
};

async function unnest(samples: Sample[]): Promise<void> {
  const values = [
    binaryArray('int4', samples.map(deviceId)),
    binaryArray(
      'timestamptz',
      samples.map(({ collectedAt }) => collectedAt),
    ),
    binaryArray(
      'int8',
      samples.map(({ body }) => body.seq ?? null),
    ),
    binaryArray(
      'timestamptz',
      samples.map(({ receivedAt }) => receivedAt),
    ),
    binaryArray(
      'timestamptz',
      samples.map(({ collectedAt }) => collectedAt),
    ),
    binaryArray(
      'text',
      samples.map(({ body }) => body.hostname),
    ),
    binaryArray(
      'float4',
      samples.map(({ body }) => body.cpu_usage_percent),
    ),
    binaryArray(
      'float4',
      samples.map(({ body }) => body.cpu_temperature),
    ),
    binaryArray(
      'float4',
      samples.map(({ body }) => body.memory_usage_percent),
    ),
    binaryArray(
      'float4',
      samples.map(({ body }) => body.disk_usage_percent),
    ),
    binaryArray(
      'int8',
      samples.map(({ body }) => body.uptime_seconds),
    ),
  ];
  await pool.query({ ...UNNEST, values });
}

async function copy(samples: Sample[]): Promise<void> {
  const lines = samples.map((sample) => {
    const { body } = sample;
    const times = [body.collected_at, body.seq, body.collected_at, body.collected_at];
    const readings = [body.cpu_usage_percent, body.cpu_temperature, body.memory_usage_percent];
    const rest = [body.disk_usage_percent, body.uptime_seconds];
    return `${[deviceId(sample), ...times, body.hostname, ...readings, ...rest].join('\t')}\n`;
  });
  const client = await pool.connect();
  try {
    await pipeline(Readable.from([Buffer.from(lines.join(''))]), client.query(from(`copy ${table} from stdin`)));
  } finally {
    client.release();
  }
}

const insert: Record<Input['mode'], (samples: Sample[]) => Promise<unknown>> = {
  belfry: (samples) => storeMetrics(pool, toBatch(samples), false),
  unnest,
  copy,
};

await pool.query('select 1');
const begun = performance.now();
for (let batch = 0; batch < batches; batch++) await insert[mode](samplesOf(batch));
const seconds = (performance.now() - begun) / 1_000;
process.stdout.write(`${JSON.stringify({ rate: (batches * batchRows) / seconds })}\n`);
await pool.end();
