import type pg from 'pg';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Logger } from '../log.ts';
import { createBatcher, type Batcher } from './batcher.ts';
import { errorSummary } from './error-summary.ts';
import { batchSize, commitSeconds, poisonRows } from './figures.ts';
import { createFloodLog } from './flood-log.ts';
import type { Receipt } from './ingest-link.ts';
import { createLane, type Lane } from './lane.ts';

export type StoreOptions<T> = {
  name: string;
  maxItems: number;
  lingerMs: number;
  write: (items: readonly T[]) => Promise<void>;
  receiptOf: (item: T) => Receipt | null;
  /** What the log says of an item that Postgres will never take. */
  describe: (item: T) => Record<string, unknown>;
  onPoison?: (item: T) => void;
};

/** What the features' ends of the ingest stand on, for as long as this instance ingests. */
export type IngestSession = {
  pool: pg.Pool;
  broker: BrokerGateway;
  log: Logger;
  /** Bulk updates of device_state go through here, one after another. */
  lane: Lane;
  /** A batcher whose items are acknowledged to the broker once they are committed. */
  store: <T>(options: StoreOptions<T>) => Batcher<T>;
};

export type SessionParts = Pick<IngestSession, 'pool' | 'broker' | 'log'> & {
  acknowledge: (receipts: Receipt[]) => void;
};

/** @returns the session and its batchers, which the caller drains and stops. */
export function createSession({ pool, broker, log, acknowledge }: SessionParts) {
  const batchers: Batcher<never>[] = [];
  const complain = createFloodLog(log, 'Postgres refused what a device sent');

  function store<T>({ name, receiptOf, describe, onPoison, ...options }: StoreOptions<T>): Batcher<T> {
    const batcher = createBatcher<T>({
      ...options,
      name,
      log,
      onDone: (items) => acknowledge(items.flatMap((item) => receiptOf(item) ?? [])),
      onPoison(item, error) {
        poisonRows.inc({ kind: name });
        complain(name, { ...describe(item), ...errorSummary(error) });
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

  const session: IngestSession = { pool, broker, log, lane: createLane(), store };
  return {
    session,
    lagMs: () => Math.max(0, ...batchers.map((batcher) => batcher.lagMs())),
    stuck: () => batchers.filter((batcher) => batcher.isStuck()).map(({ name }) => name),
    drain: () => Promise.all(batchers.map((batcher) => batcher.drain())),
    stop: () => batchers.forEach((batcher) => batcher.stop()),
  };
}
