import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '@belfry/api/config/config';
import type { Database } from '@belfry/api/db/database';
import { createDb, createPool } from '@belfry/api/db/client';
import { checkAnswer } from '@belfry/api/http/routes/route';
import { startApi } from '@belfry/api/server';
import { probePort } from '@belfry/infra/local/ports';
import { healthHttp } from '@belfry/schemas/http/service/health';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { testConfig } from './api.ts';
import { createStackEngine } from './engines/stack-engine.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { createTestDatabase } from './postgres/postgres.ts';
import { until } from './until.ts';

const HOST = '127.0.0.1';

/** Api and broker in this process, on ports that they keep when they are restarted. */
export type Stack = HttpClient & {
  /** The listener of the broker's hooks and of the metrics. */
  internal: HttpClient;
  config: Config;
  db: Kysely<Database>;
  pool: pg.Pool;
  mqttUrl: string;
  wsUrl: string;
  stopApi(): Promise<void>;
  startApi(): Promise<void>;
  stopBroker(): Promise<void>;
  startBroker(): Promise<void>;
  /** Starts another api with the same database and broker, as behind a load balancer. */
  startReplica(): Promise<HttpClient & { stop(): Promise<void> }>;
  /** Waits until the api can publish and its ingest is connected. */
  ready(): Promise<void>;
  /** Starts what a failed test has left stopped. */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * @param env settings of the api and of the bundled broker
 * @param rewriteDatabaseUrl maps the database's URL to the one that the api connects to.
 * @param server the URL of the Postgres server; by default that of the run
 */
export async function startStack(
  env: Record<string, string> = {},
  rewriteDatabaseUrl: (databaseUrl: string) => string = (url) => url,
  server?: string,
): Promise<Stack> {
  const database = await createTestDatabase(server);
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-stack-'));
  const [httpPort = 0, internalPort = 0] = await Promise.all([0, 0].map(() => probePort(0, HOST)));
  const engine = await createStackEngine(internalPort, env);
  const shared = {
    DATABASE_URL: rewriteDatabaseUrl(database.url),
    DATA_DIR: dataDir,
    ...engine.settings,
    ...env,
  };
  const config = testConfig({ ...shared, HTTP_PORT: String(httpPort), INTERNAL_PORT: String(internalPort) });
  const pool = createPool(database.url, { max: 4, name: 'belfry-test' });
  let api: Awaited<ReturnType<typeof startApi>> | null = null;
  let hasEngine = false;

  const stack: Stack = {
    ...createHttpClient(`http://${HOST}:${httpPort}`),
    internal: createHttpClient(`http://${HOST}:${internalPort}`, '/internal'),
    config,
    db: createDb(pool),
    pool,
    mqttUrl: engine.mqttUrl,
    wsUrl: engine.wsUrl,
    async startApi() {
      api = await startApi(config, { checkAnswer });
    },
    async stopApi() {
      await api?.stop();
      api = null;
    },
    async startBroker() {
      await engine.start();
      hasEngine = true;
    },
    async stopBroker() {
      hasEngine = false;
      await engine.stop();
    },
    async startReplica() {
      const replica = await startApi(testConfig(shared), { checkAnswer });
      return { ...createHttpClient(`http://${HOST}:${replica.port}`), stop: replica.stop };
    },
    async ready() {
      await until('the api publishes', async () => (await stack.call(healthHttp.ready, null)).status === 200);
      await until('the ingest is connected', engine.isIngestConnected);
    },
    async restore() {
      if (hasEngine && api) return;
      if (!hasEngine) await stack.startBroker();
      if (!api) await stack.startApi();
      await stack.ready();
    },
    async stop() {
      await stack.stopApi();
      await engine.close();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await engine.open();
  hasEngine = true;
  await stack.startApi();
  await stack.ready();
  return stack;
}
