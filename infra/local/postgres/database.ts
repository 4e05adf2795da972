import pg from 'pg';

export const DATABASE = 'belfry';
const CONNECT_TIMEOUT_MS = 2_000;
const DUPLICATE_DATABASE = '42P04';
const INVALID_CATALOG_NAME = '3D000';

/**
 * Checks that the server responds, and creates the database if it does not exist.
 * Rejects while the server is unavailable or starting.
 */
export async function probeDatabase(url: string): Promise<void> {
  try {
    await query(url, 'select 1');
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INVALID_CATALOG_NAME) throw error;
    await createDatabase(url);
  }
}

async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  try {
    await query(maintenance.href, `create database ${DATABASE}`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== DUPLICATE_DATABASE) throw error;
  }
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A server that dies while we are connected is reported by the query as well.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => {});
  }
}
