import { readFileSync } from 'node:fs';
import { residentMib } from '../../bench/lib/usage.ts';
import type { LaunchedProduct } from '../../support/processes/launched-product.ts';
import type { Commands } from './commands.ts';
import type { SoakFleet } from './fleet.ts';
import { scrape } from '../../support/metrics/scrape.ts';

export const COLUMNS = [
  'minute',
  'connected',
  'messages/s',
  'committed/s',
  'broker MiB',
  'api MiB',
  'fleet MiB',
  'Postgres MiB',
  'broker loop p99 ms',
  'api loop p99 ms',
  'queued',
  'in flight',
  'uncommitted',
  'commands',
  'failed',
] as const;

export type Minute = (number | string)[];

/** Returns a function that reads the values of all columns. Rates are since its previous call. */
export function createMinuteReader(
  belfry: LaunchedProduct,
  fleet: SoakFleet,
  commands: Commands,
): () => Promise<Minute> {
  let minute = 0;
  let before = { at: performance.now(), messages: 0, rows: 0 };
  return async () => {
    const broker = await scrape(`http://127.0.0.1:${belfry.brokerHttpPort}/metrics`);
    const api = await scrape(`${belfry.internalUrl}/metrics`);
    const now = {
      at: performance.now(),
      messages: broker.sum('belfry_broker_received_messages_total'),
      rows: api.sum('belfry_ingest_batch_items_sum'),
    };
    const rate = (of: 'messages' | 'rows'): number => ((now[of] - before[of]) / (now.at - before.at)) * 1_000;
    const { succeeded, failed } = commands.take();
    const figures = [
      minute,
      fleet.connected(),
      rate('messages'),
      rate('rows'),
      belfry.memoryOf('broker'),
      belfry.memoryOf('api'),
      residentMib(fleet.pid),
      belfry.postgresPids().reduce((sum, pid) => sum + shareMib(pid), 0),
      broker.sum('nodejs_eventloop_lag_p99_seconds') * 1_000,
      api.sum('nodejs_eventloop_lag_p99_seconds') * 1_000,
      broker.sum('belfry_broker_queued_messages'),
      broker.sum('belfry_broker_inflight_messages'),
      api.sum('belfry_ingest_uncommitted'),
      succeeded,
      failed,
    ].map((figure) => (Number.isFinite(figure) ? Math.round(figure) : '–'));
    before = now;
    minute++;
    return figures;
  };
}

/** The proportional set size of a process, in MiB, which counts the shared buffers of Postgres' processes once. */
function shareMib(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
