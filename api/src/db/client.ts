import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';

/** Also for a turn in the pool: a burst of people waits, a server that is away says so at once by itself. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than any statement of ours takes, shorter than a caller waits: a frozen server becomes a 503. */
export const QUERY_TIMEOUT_MS = 12_000;

/** Who waits for a row holds a connection: no longer than this, whatever somebody else does with the row. */
const LOCK_TIMEOUT_MS = 5_000;

export type PoolOptions = {
  /** Most connections at once. */
  max?: number;
  /** Shown in pg_stat_activity. */
  name?: string;
  log?: Logger;
  /** When Postgres itself stops a statement. Without it the caller alone gives up, after QUERY_TIMEOUT_MS. */
  statementTimeoutMs?: number;
};

const INT8_OID = 20;
/** int8 becomes a number: sequence numbers and counts stay far below 2^53. timestamptz stays a Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** A pool that outlives the server's restarts: without an `error` listener a broken idle connection ends the process. */
export function createPool(
  url: string,
  { max = 10, name = 'belfry-api', log, statementTimeoutMs }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(statementTimeoutMs === undefined
      ? { query_timeout: QUERY_TIMEOUT_MS }
      : { statement_timeout: statementTimeoutMs, query_timeout: statementTimeoutMs + CONNECT_TIMEOUT_MS }),
    lock_timeout: LOCK_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  pool.on('error', (error) => log?.warn({ err: error }, 'an idle Postgres connection broke'));
  // While somebody has the connection the pool does not listen: between two statements of a transaction nobody would. The
  // next statement fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export const createDb = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
