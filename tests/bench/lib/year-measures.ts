import { createDb } from '@belfry/api/db/client';
import { toBatch, type Sample } from '@belfry/api/features/metrics/ingest/metrics.batch';
import { storeMetrics } from '@belfry/api/features/metrics/ingest/store.sql';
import { dropOldPartitions } from '@belfry/api/features/metrics/partitions.sql';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import type pg from 'pg';
import type { Belfry } from './belfry.ts';
import { quantile } from './statistics.ts';
import { DAY_MS } from './year.ts';
import { createHttpClient } from '../../support/http-client.ts';

/** How many charts are read for one figure. */
export const CHARTS = 100;
/** How long the ingest is watched. */
export const PAUSE_MS = 5_000;
/** The records of one statement of the ingest. */
export const INGEST_ROWS = 100;
const INGEST_EVERY_MS = 5;

/** The p95 of charts of devices in turn, in milliseconds, through HTTP. */
export async function chartLatency({ httpPort, key }: Belfry, serials: string[], days: number): Promise<number> {
  const http = createHttpClient(`http://127.0.0.1:${httpPort}`);
  const took: number[] = [];
  for (let n = 0; n < CHARTS; n++) {
    const serial = serials[Math.floor((n * serials.length) / CHARTS)];
    const from = new Date(Date.now() - days * DAY_MS).toISOString();
    const begun = performance.now();
    const { status, body } = await http.call(metricsHttp.history, { key }, { serial, from });
    if (status !== 200 || body.points.length === 0) throw new Error(`a chart of ${days} days has no points: ${status}`);
    took.push(performance.now() - begun);
  }
  return quantile(
    took.toSorted((a, b) => a - b),
    0.95,
  );
}

/** The longest statement of the ingest within some seconds, while `meanwhile` runs, in milliseconds. */
export async function longestPause(
  pool: pg.Pool,
  serials: string[],
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  let longest = 0;
  let other: Promise<unknown> | null = null;
  const begun = performance.now();
  while (performance.now() - begun < PAUSE_MS) {
    if (!other && performance.now() - begun > PAUSE_MS / 4) other = meanwhile();
    const at = performance.now();
    await storeMetrics(pool, toBatch(samples(serials)), false);
    longest = Math.max(longest, performance.now() - at);
    await new Promise((resolve) => setTimeout(resolve, INGEST_EVERY_MS));
  }
  await other;
  return longest;
}

let seq = 1;
const samples = (serials: string[]): Sample[] =>
  serials.slice(0, INGEST_ROWS).map((serial) => {
    const [collectedAt, values] = [Date.now(), { cpu_usage_percent: 5, cpu_temperature: 50, memory_usage_percent: 40 }];
    const body = { ...values, hostname: 'bench', disk_usage_percent: 60, uptime_seconds: 1, seq: seq++ };
    return {
      serial,
      collectedAt,
      receivedAt: collectedAt,
      body: { ...body, collected_at: new Date(collectedAt).toISOString() },
    };
  });

/** Drops the oldest day that has a partition, while somebody reads the newest. */
export async function dropOldest(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ day: string }>(
    `select min(right(relname, 8)) as day from pg_class where relname ~ '^metrics_\\d{8}$'`,
  );
  const text = rows[0]?.day ?? '';
  const day = Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}T00:00:00Z`);
  const dropped = await dropOldPartitions(createDb(pool), day + DAY_MS + 1, 0);
  if (dropped.length !== 1) throw new Error(`dropped ${dropped.join(', ')} instead of the day ${text}`);
}
