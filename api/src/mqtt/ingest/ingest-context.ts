import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BrokerGateway } from '../../broker-gateway.ts';
import { createDb } from '../../db/client.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../log.ts';
import { createBatcher, type Batcher } from '../batching/batcher.ts';
import { errorSummary } from '../error-summary.ts';
import { batchSize, commitSeconds, poisonRows } from '../metrics.ts';
import { createThrottledWarning } from '../throttled-warning.ts';
import type { AckToken } from '../subscriber/ack-token.ts';
import { createSerialQueue, type SerialQueue } from '../serial-queue.ts';

export type AcknowledgingBatcherOptions<T> = {
  name: string;
  maxItems: number;
  lingerMs: number;
  write: (items: readonly T[]) => Promise<void>;
  ackTokenOf: (item: T) => AckToken | null;
  /** The log fields of an item that Postgres rejects. */
  describe: (item: T) => Record<string, unknown>;
  onPoison?: (item: T) => void;
};

/** The dependencies of the features' ingest handlers, valid for as long as this instance ingests. */
export type IngestContext = {
  /** For named statements of each batch. */
  pool: pg.Pool;
  /** The same connections, for everything else. */
  db: Kysely<Database>;
  broker: BrokerGateway;
  log: Logger;
  /** Runs bulk updates of device_state one after another: two that lock the same rows in different orders would deadlock. */
  deviceStateQueue: SerialQueue;
  /** Creates a batcher whose items are acknowledged to the broker once they are committed. */
  createBatcher: <T>(options: AcknowledgingBatcherOptions<T>) => Batcher<T>;
};

export type IngestContextDeps = Pick<IngestContext, 'pool' | 'broker' | 'log'> & {
  acknowledge: (ackTokens: AckToken[]) => void;
};

/** @returns the context, and the functions with which the caller observes, drains and stops its batchers. */
export function createIngestContext({ pool, broker, log, acknowledge }: IngestContextDeps) {
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
      onDone: (items) => acknowledge(items.flatMap((item) => ackTokenOf(item) ?? [])),
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
