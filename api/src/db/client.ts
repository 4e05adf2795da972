import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { asError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';

/** The time limit of connecting, and of waiting for a connection of the pool: a burst of requests waits, an unreachable server fails soon. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** The time limit of a statement: longer than any takes, and shorter than a caller waits, so that a server that hangs results in a 503. */
export const QUERY_TIMEOUT_MS = 12_000;

/** A statement that waits for a row lock occupies a connection, so the wait is limited. */
const LOCK_TIMEOUT_MS = 5_000;

export type PoolOptions = {
  max?: number;
  name?: string;
  log?: Logger;
  /** After this time Postgres cancels a statement. Without it only the client stops waiting, after QUERY_TIMEOUT_MS. */
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** After this time without traffic TCP checks whether the server's host is there. Without it that is the system's default, two hours on Linux. */
  keepAliveDelayMs?: number;
  /** Asked about each new connection; one that is refused is closed, and the caller gets an error. */
  verify?: (client: pg.PoolClient) => Promise<boolean>;
};

const INT8_OID = 20;
/** int8 becomes a number: sequence numbers and counts stay far below 2^53. timestamptz stays a Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** Creates a pool that survives restarts of the server: without an `error` listener a broken idle connection ends the process. */
export function createPool(
  url: string,
  {
    max = 10,
    name = 'belfry-api',
    log,
    statementTimeoutMs,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    keepAliveDelayMs = 0,
    verify,
  }: PoolOptions = {},
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
    lock_timeout: lockTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    ...(verify && { verify: (client, done) => void refuseUnless(verify(client), done) }),
  });
  pool.on('error', (error) => log?.warn({ err: error }, 'an idle Postgres connection broke'));
  // The pool removes its listener from a connection in use, for example between two statements of a transaction. An error
  // at that time is ignored, because the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function refuseUnless(verified: Promise<boolean>, done: (error?: Error) => void): Promise<void> {
  done(await verified.then((ok) => (ok ? undefined : refused()), asError));
}

/** The error of a refused connection. Its code is that of a connection that the server has ended, so that callers do not attribute it to their values. */
const refused = (): Error => Object.assign(new Error('the connection is refused'), { code: '57P01' });

export const createDb = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
