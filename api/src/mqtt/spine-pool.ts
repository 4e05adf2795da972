import type pg from 'pg';
import { createPool } from '../db/client.ts';
import type { Logger } from '../log.ts';

const MOST_CONNECTIONS = 6;
/** The statements are prepared, and take arrays of any length: planning them anew each time costs more than it finds. */
const SETTINGS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';
const FIRST_REPLANNING = 32;

/** Connections of the ingest and of commands alone, so that a slow report over HTTP holds neither up. */
export function createSpinePool(databaseUrl: string, log: Logger): pg.Pool {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${SETTINGS}`.trim());
  const pool = createPool(url.href, { max: MOST_CONNECTIONS, name: 'belfry-spine', log });
  replanAsTablesGrow(pool);
  return pool;
}

/**
 * A plan that is kept was made for the tables as they were then, on a fresh machine for empty ones: it reads them whole,
 * and goes on doing so with a million rows until autovacuum looks in. So plans are made anew after 32, 64, 128, …
 * statements of a connection, which costs nothing in the long run.
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
