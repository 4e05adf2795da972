import type pg from 'pg';
import { createPool, type PoolOptions } from '../../db/client.ts';
import type { Logger } from '../../log.ts';

const MAX_CONNECTIONS = 6;
/** The statements are prepared and take arrays of any length: a custom plan for each execution costs more than it saves. */
const SETTINGS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';
const FIRST_REPLANNING = 32;

export type IngestPoolOptions = Pick<PoolOptions, 'name' | 'verify' | 'max'>;

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
