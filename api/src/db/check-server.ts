import pg from 'pg';
import { CONNECT_TIMEOUT_MS } from './client.ts';

const ENCODING = 'UTF8';
/** Any value other than the defaults of servers, to see whether it arrives. */
const PROBED_LOCK_TIMEOUT_MS = 4_321;
const ROUNDS = 3;

/** What libpq and pg report when a pooler rejects a setting that a connection begins with. */
const PROTOCOL_VIOLATION = '08P01';

const DIRECT = 'Belfry needs a direct connection, or a pooler in session mode that passes settings on';

/**
 * Checks what no statement can make up for: the encoding of the database, and that a connection is one session. Throws an Error that
 * names DATABASE_URL and what to do, or the error of a server that is unavailable.
 */
export async function checkServer(url: string): Promise<void> {
  const first = createClient(url);
  const second = createClient(url);
  try {
    await connect(first);
    await connect(second);
    await checkSession(first, second);
    await checkEncoding(first);
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => undefined)));
  }
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'belfry-check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    lock_timeout: PROBED_LOCK_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  return client;
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    if (!isRejectedSetting(error)) throw error;
    throw new Error(`DATABASE_URL: the pooler rejects a setting of the connection (${error.message}). ${DIRECT}.`, {
      cause: error,
    });
  }
}

const isRejectedSetting = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === PROTOCOL_VIOLATION && /parameter/.test(error.message);

/**
 * In transaction mode a pooler gives both connections the session that is free, or one of them different sessions in turn. Then
 * notifications, advisory locks of sessions and prepared statements of one connection would be those of others.
 */
async function checkSession(first: pg.Client, second: pg.Client): Promise<void> {
  const pids = { first: new Set<number>(), second: new Set<number>() };
  for (let round = 0; round < ROUNDS; round++) {
    pids.first.add(await sessionOf(first));
    pids.second.add(await sessionOf(second));
  }
  if (pids.first.size > 1 || pids.second.size > 1 || !pids.first.isDisjointFrom(pids.second))
    throw new Error(
      `DATABASE_URL: connections share their sessions, as behind PgBouncer in transaction mode. ${DIRECT}.`,
    );
  const { rows } = await first.query<{ ms: number }>(
    `select setting::int as ms from pg_settings where name = 'lock_timeout'`,
  );
  if (rows[0]?.ms !== PROBED_LOCK_TIMEOUT_MS)
    throw new Error(`DATABASE_URL: the pooler drops settings of connections, such as lock_timeout. ${DIRECT}.`);
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function checkEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string }>(
    `select current_setting('server_encoding') as encoding, current_database() as name`,
  );
  const { encoding, name } = rows[0] ?? { encoding: 'unknown', name: '' };
  if (encoding === ENCODING) return;
  throw new Error(
    `DATABASE_URL: the database "${name}" has the encoding ${encoding}, which cannot store every text. ` +
      `Create one with: create database belfry encoding 'UTF8' template template0`,
  );
}
