import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { endChild, runToEnd, startChild } from '../processes/child.ts';
import type { ProcessSpec } from '../processes/managed-process.ts';
import { probePort } from '../ports.ts';
import { prepareCluster, SUPERUSER, type Cluster } from './cluster.ts';
import { DURABLE, serverArguments, type PostgresSettings } from './settings.ts';
import { startWatchdog } from '../processes/watchdog.ts';

export interface EmbeddedPostgres {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export const POSTGRES_HOST = '127.0.0.1';
const GRACE_MS = 2_500;
const START_TIMEOUT_MS = 20_000;
const PROBE_EVERY_MS = 20;

/**
 * Starts PostgreSQL 18 on `dataDir/postgres` and creates the cluster and the database `belfry` if needed. It is not
 * restarted when it ends; the launcher uses `postgresProcess` for that.
 * @param options.port default: a free one
 * @param options.settings replace the durable ones, such as `NOT_DURABLE` in tests
 * @throws when it is not ready within 20 s, with its last output
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
  settings?: PostgresSettings;
}): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(options.dataDir, (argv) => runToEnd({ argv }));
  const port = options.port ?? (await probePort(0, POSTGRES_HOST));
  const url = databaseUrl(cluster, port);
  const watchdog = startWatchdog();
  const argv = serverArguments(cluster, port, options.settings ?? DURABLE);
  const { process, lastOutput } = startChild({ argv }, () => {});
  const pid = process.pid ?? 0;
  watchdog.watch([pid]);
  const stop = async (): Promise<void> => {
    await endChild(process, 'SIGINT', GRACE_MS);
    watchdog.stop();
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const missing = await probeDatabase(url).catch((error: Error) => error);
    if (!missing) return { url, pid, stop };
    if (process.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`PostgreSQL did not start: ${missing.message}\n${await lastOutput()}`);
    }
    await delay(PROBE_EVERY_MS);
  }
}

/** The launcher's Postgres process, on a fixed port so that clients can reconnect after a restart. */
export function postgresProcess(cluster: Cluster, port: number): ProcessSpec {
  return {
    name: 'postgres',
    argv: serverArguments(cluster, port, DURABLE),
    probe: () => probeDatabase(databaseUrl(cluster, port)),
    // Fast shutdown: closes connections and writes all data.
    stopSignal: 'SIGINT',
    graceMs: GRACE_MS,
  };
}

export function databaseUrl({ password }: Pick<Cluster, 'password'>, port: number): string {
  return `postgres://${SUPERUSER}:${password}@${POSTGRES_HOST}:${port}/${DATABASE}`;
}

const DATABASE = 'belfry';
const CONNECT_TIMEOUT_MS = 2_000;
const DUPLICATE_DATABASE = '42P04';
const INVALID_CATALOG_NAME = '3D000';

/**
 * Checks that the server responds, and creates the database if it does not exist.
 * Rejects while the server is unavailable or starting.
 */
async function probeDatabase(url: string): Promise<void> {
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
