import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@belfry/infra/local/postgres/embedded-postgres';
import { probePort } from '@belfry/infra/local/ports';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { healthHttp } from '@belfry/schemas/http/service/health';
import pg from 'pg';
import { untilReady } from './until-ready.ts';
import { node, start, type RunningProcess } from './processes.ts';
import { fetchDeviceKeys, provisionDevices, type Provisioned } from '../../support/devices/enrolment.ts';
import { createHttpClient, success } from '../../support/http-client.ts';

export type BenchDevice = { serial: string; password: string };

export interface Belfry {
  databaseUrl: string;
  pool: pg.Pool;
  mqttPort: number;
  wsPort: number;
  httpPort: number;
  internalPort: number;
  /** Key of the root account. */
  key: string;
  userId: number;
  /** The service secret, with which a fleet provisions its devices. */
  secret: string;
  pids: { broker: number; api: number; postgres: number };
  /** Starts another api on the same database and broker, and waits until it is ready. */
  addApi(): Promise<AddedApi>;
  /** Provisions devices, which have no key yet. */
  provision(count: number): Promise<Provisioned[]>;
  /** Provisions and enrols devices. */
  devices(count: number): Promise<BenchDevice[]>;
  stop(): Promise<void>;
}

export type AddedApi = { pid: number; internalPort: number; stop(): Promise<void> };

export const ROOT = { ROOT_EMAIL: 'root@belfry.local', ROOT_PASSWORD: 'Bench-1234' };

/**
 * Starts Belfry as in production: Postgres with durable settings, broker on core 0, api and load on core 1.
 * @param settings of all apis, in addition
 * @param connectEngine tells another engine than the bundled broker which port answers its questions; the api is ready only after it
 */
export async function startBelfry(
  settings: Record<string, string> = {},
  connectEngine: (internalPort: number | undefined) => Promise<unknown> = async () => {},
): Promise<Belfry> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const [httpPort, internalPort, mqttPort, wsPort, brokerHttpPort] = await Promise.all(
    [0, 0, 0, 0, 0].map((port) => probePort(port, '127.0.0.1')),
  );
  const secret = settings['SERVICE_SECRET'] ?? randomBytes(24).toString('hex');
  const shared = { SERVICE_SECRET: secret, LOG_LEVEL: 'warn', DATA_DIR: dataDir };
  const internalUrl = `http://127.0.0.1:${internalPort}`;
  const broker = start(node('broker/src/main.ts'), {
    core: 0,
    env: {
      ...shared,
      MQTT_PORT: String(mqttPort),
      MQTT_WS_PORT: String(wsPort),
      BROKER_HTTP_PORT: String(brokerHttpPort),
      WS_ORIGIN_PORTS: String(httpPort),
      API_URL: internalUrl,
    },
  });
  const startApi = (http: number | undefined, hooks: number | undefined): RunningProcess =>
    start(node('api/src/main.ts'), {
      core: 1,
      env: {
        ...shared,
        ...ROOT,
        // All requests of a load come from one address and exceed the rate limits.
        RATE_LIMIT_SCALE: '1000000',
        HTTP_PORT: String(http),
        INTERNAL_PORT: String(hooks),
        MQTT_WS_PORT: String(wsPort),
        DATABASE_URL: postgres.url,
        MQTT_URL: `mqtt://127.0.0.1:${mqttPort}`,
        BROKER_HTTP_URL: `http://127.0.0.1:${brokerHttpPort}`,
        ...settings,
      },
    });
  await connectEngine(internalPort);
  const api = startApi(httpPort, internalPort);
  const base = `http://127.0.0.1:${httpPort}`;
  const http = createHttpClient(base);
  await untilReady(http.address(healthHttp.ready));
  const credentials = { email: ROOT.ROOT_EMAIL, password: ROOT.ROOT_PASSWORD };
  const { user_key, id } = await success(http.call(authHttp.signIn, null, credentials));
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => {});
  return {
    databaseUrl: postgres.url,
    pool,
    mqttPort: mqttPort ?? 0,
    wsPort: wsPort ?? 0,
    httpPort: httpPort ?? 0,
    internalPort: internalPort ?? 0,
    key: user_key,
    userId: id,
    secret,
    pids: { broker: broker.process.pid ?? 0, api: api.process.pid ?? 0, postgres: postgres.pid },
    async addApi() {
      const [port, hooks] = [await probePort(0, '127.0.0.1'), await probePort(0, '127.0.0.1')];
      const added = startApi(port, hooks);
      await untilReady(createHttpClient(`http://127.0.0.1:${port}`).address(healthHttp.ready));
      return { pid: added.process.pid ?? 0, internalPort: hooks, stop: () => added.stop() };
    },
    provision: (count) => provisionDevices(internalUrl, secret, count),
    devices: async (count) => {
      const enrolled = await fetchDeviceKeys(base, await provisionDevices(internalUrl, secret, count));
      return enrolled.map(({ serial, key }) => ({ serial, password: key }));
    },
    stop: async () => {
      await pool.end();
      await Promise.all([api.stop(), broker.stop()]);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
