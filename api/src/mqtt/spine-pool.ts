import type pg from 'pg';
import { createPool } from '../db/client.ts';
import type { Logger } from '../log.ts';

const MOST_CONNECTIONS = 6;
/** The statements are prepared, and take arrays of any length: planning them anew each time costs more than it finds. */
const SETTINGS = '-c plan_cache_mode=force_generic_plan -c jit=off';

/** Connections of the ingest and of commands alone, so that a slow report over HTTP holds neither up. */
export function createSpinePool(databaseUrl: string, log: Logger): pg.Pool {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${SETTINGS}`.trim());
  return createPool(url.href, { max: MOST_CONNECTIONS, name: 'belfry-spine', log });
}
