import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BrokerGateway } from '../../broker-gateway.ts';
import { createDb, createPool, type PoolOptions } from '../../db/client.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../log.ts';
import { createBatcher, type Batcher } from '../batching/batcher.ts';
import { errorSummary, createThrottledWarning } from '../throttled-warning.ts';
import { batchSize, commitSeconds, poisonRows } from '../metrics.ts';
import type { AckToken } from '../subscriber/inbound-message.ts';
import { createIngestNews, type IngestNews } from './ingest-news.ts';

type AcknowledgingBatcherOptions<T> = {
  name: string;
  maxItems: number;
  lingerMs: number;
  write: (items: readonly T[]) => Promise<void>;
  ackTokenOf: (item: T) => AckToken | null;
  describe: (item: T) => Record<string, unknown>;
  onPoison?: (item: T) => void;
};

export type IngestContext = {
  /** For named statements of each batch. */
  pool: pg.Pool;
  /** The same connections, for everything else. */
  db: Kysely<Database>;
  broker: BrokerGateway;
  log: Logger;
  /** Runs bulk updates of device_state one after another: two that lock the same rows in different orders would deadlock. */
  deviceStateQueue: SerialQueue;
  news: IngestNews;
  /** Creates a batcher whose items are acknowledged to the broker once they are committed. */
  createBatcher: <T>(options: AcknowledgingBatcherOptions<T>) => Batcher<T>;
};

type IngestContextDeps = Pick<IngestContext, 'pool' | 'broker' | 'log'> & {
  acknowledge: (ackTokens: AckToken[]) => void;
};

export function createIngestContext({ pool, broker, log, acknowledge }: IngestContextDeps) {
  const news = createIngestNews();
  const batchers: Batcher<never>[] = [];
  const warn = createThrottledWarning(log, 'Postgres refused a message of a device');

  function createAcknowledgingBatcher<T>({
    name,
    ackTokenOf,
    describe,
    onPoison,
    ...options
  }: AcknowledgingBatcherOptions<T>): Batcher<T> {
    const batcher = createBatcher<T>({
      ...options,
      name,
      log,
      onDone(items) {
        acknowledge(items.flatMap((item) => ackTokenOf(item) ?? []));
        news.tell(
          'committed',
          items.flatMap((item) => serialOf(describe(item)) ?? []),
        );
      },
      onPoison(item, error) {
        poisonRows.inc({ kind: name });
        warn(name, { ...describe(item), ...errorSummary(error) });
        onPoison?.(item);
      },
      onWritten(items, seconds) {
        batchSize.observe({ kind: name }, items);
        commitSeconds.observe({ kind: name }, seconds);
      },
    });
    batchers.push(batcher);
    return batcher;
  }

  const context: IngestContext = {
    pool,
    db: createDb(pool),
    broker,
    log,
    deviceStateQueue: createSerialQueue(),
    news,
    createBatcher: createAcknowledgingBatcher,
  };
  return {
    context,
    lagMs: () => Math.max(0, ...batchers.map((batcher) => batcher.lagMs())),
    stuckBatches: () => batchers.filter((batcher) => batcher.isStuck()).map(({ name }) => name),
    drain: () => Promise.all(batchers.map((batcher) => batcher.drain())),
    stop: () => batchers.forEach((batcher) => batcher.stop()),
  };
}

const serialOf = ({ serial }: Record<string, unknown>): string | undefined =>
  typeof serial === 'string' ? serial : undefined;

const MAX_CONNECTIONS = 6;
/** The statements are prepared and take arrays of any length: a custom plan for each execution costs more than it saves. */
const SETTINGS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';
const FIRST_REPLANNING = 32;

type IngestPoolOptions = Pick<PoolOptions, 'name' | 'verify' | 'max'>;

/** Connections of ingest or commands, separate from those of HTTP so that a slow report delays neither. */
export function createIngestPool(databaseUrl: string, log: Logger, options: IngestPoolOptions = {}): pg.Pool {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${SETTINGS}`.trim());
  const pool = createPool(url.href, { max: MAX_CONNECTIONS, name: 'belfry-commands', ...options, log });
  replanAsTablesGrow(pool);
  return pool;
}

/**
 * A cached plan was made for the tables as they were at that time. On a new installation they were empty, so the plan
 * scans them, and would still do so with a million rows until autovacuum runs. Therefore the plans of a connection are
 * discarded after 32, 64, 128, … statements, a cost that becomes negligible.
 */
function replanAsTablesGrow(pool: pg.Pool): void {
  const uses = new WeakMap<pg.PoolClient, number>();
  pool.on('acquire', (client) => {
    const count = (uses.get(client) ?? 0) + 1;
    uses.set(client, count);
    const isPowerOfTwo = (count & (count - 1)) === 0;
    if (count >= FIRST_REPLANNING && isPowerOfTwo) client.query('discard plans').catch(() => undefined);
  });
}

type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}
