import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig, type Config } from '@belfry/api/config/config';
import type { Database } from '@belfry/api/db/database';
import { createDb, createPool } from '@belfry/api/db/client';
import { checkAnswer } from '@belfry/api/http/routes/route';
import { startApi, type Overrides } from '@belfry/api/server';
import type { Kysely } from 'kysely';
import { createFakeBroker, type FakeBroker } from './services/fake-broker.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { createTestDatabase } from './postgres/postgres.ts';
import { SERVICE_SECRET } from './service-secret.ts';

export { SERVICE_SECRET };

export const ROOT = { email: 'root@belfry.test', password: 'Root-pass-1' };

export type TestApi = HttpClient & {
  /** The listener of the broker's hooks and of the metrics. */
  internal: HttpClient;
  config: Config;
  /** Records the calls that the api makes to the broker. */
  broker: FakeBroker;
  db: Kysely<Database>;
  stop(): Promise<void>;
};

/**
 * Configuration of an api under test: free ports, no logging, a root account with a known password. It is not frozen, so that a file can
 * change settings of an api that it is lent.
 */
export const testConfig = (env: Record<string, string>): Config => ({
  ...parseConfig({
    HTTP_PORT: '0',
    HTTP_HOST: '127.0.0.1',
    INTERNAL_PORT: '0',
    SERVICE_SECRET,
    ROOT_EMAIL: ROOT.email,
    ROOT_PASSWORD: ROOT.password,
    LOG_LEVEL: 'silent',
    ...env,
  }),
});

/**
 * Starts the api with a new database and a fake broker. Every response is checked against its schema.
 * @param rewriteDatabaseUrl maps the database's URL to the one that the api connects to, such as that of a proxy.
 * @param overrides replacements beside the fake broker
 */
export async function startTestApi(
  env: Record<string, string> = {},
  rewriteDatabaseUrl: (databaseUrl: string) => string = (url) => url,
  overrides: Pick<Overrides, 'uploads'> = {},
): Promise<TestApi> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-api-'));
  const config = testConfig({ DATABASE_URL: rewriteDatabaseUrl(database.url), DATA_DIR: dataDir, ...env });
  const broker = createFakeBroker();
  const api = await startApi(config, { broker, checkAnswer, ...overrides });
  const pool = createPool(database.url, { max: 2, name: 'belfry-test' });
  return {
    ...createHttpClient(`http://127.0.0.1:${api.port}`),
    internal: createHttpClient(`http://127.0.0.1:${api.internalPort}`, '/internal'),
    config,
    broker,
    db: createDb(pool),
    async stop() {
      await api.stop();
      await pool.end();
      await database.drop();
      // A program that makes speech may still be writing.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
