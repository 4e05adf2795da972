import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, createPool } from '@belfry/api/db/client';
import { ROOT } from '@belfry/infra/local/paths';
import { probePort } from '@belfry/infra/local/ports';
import { startWatchdog } from '@belfry/infra/local/processes/watchdog';
import { SERVICE_SECRET } from '../../../support/api.ts';
import { createHttpClient } from '../../../support/http-client.ts';
import { createTestDatabase } from '../../../support/postgres/postgres.ts';
import { until } from '../../../support/until.ts';
import type { Product } from './product.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';

const HOST = '127.0.0.1';
const START_MS = 60_000;

/** A process of the product that a test may kill. */
export type ProductProcess = {
  /** Sends SIGKILL and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Does nothing while the process is running. */
  start(): void;
};
export type RestartableProduct = Product & {
  api: ProductProcess;
  broker: ProductProcess;
  ready(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts api and broker as two processes, which keep their ports when they are restarted. */
export async function startRestartableProduct(): Promise<RestartableProduct> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-browser-'));
  const [http, internal, mqtt, ws, brokerHttp] = (await Promise.all([0, 0, 0, 0, 0].map(() => probePort(0, HOST)))).map(
    String,
  );
  const url = `http://${HOST}:${http}`;
  const mqttUrl = `mqtt://${HOST}:${mqtt}`;
  const watchdog = startWatchdog();
  const running = new Set<ChildProcess>();
  const watch = (): void =>
    watchdog.watch([...running].map(({ pid }) => pid).filter((pid): pid is number => pid !== undefined));

  function productProcess(main: string, env: Record<string, string | undefined>): ProductProcess {
    let child: ChildProcess | undefined;
    return {
      start() {
        if (child && running.has(child)) return;
        const started = spawn(process.execPath, [join(ROOT, main)], {
          env: { PATH: process.env['PATH'], SERVICE_SECRET, LOG_LEVEL: 'error', MQTT_WS_PORT: ws, ...env },
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        child = started;
        running.add(started);
        started.once('exit', () => running.delete(started));
        watch();
      },
      async kill() {
        if (!child || !running.has(child)) return;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
        watch();
      },
    };
  }
  const broker = productProcess('broker/src/main.ts', {
    MQTT_HOST: HOST,
    MQTT_PORT: mqtt,
    BROKER_HTTP_PORT: brokerHttp,
    WS_ORIGIN_PORTS: http,
    API_URL: `http://${HOST}:${internal}`,
  });
  const api = productProcess('api/src/main.ts', {
    HTTP_HOST: HOST,
    HTTP_PORT: http,
    INTERNAL_PORT: internal,
    MQTT_URL: mqttUrl,
    BROKER_HTTP_URL: `http://${HOST}:${brokerHttp}`,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    WEB_DIST: process.env['WEB_DIST'],
  });
  const pool = createPool(database.url, { max: 2, name: 'belfry-test' });
  const client = createHttpClient(url);
  const ready = async (): Promise<void> => {
    const status = () =>
      client.call(healthHttp.ready, null).then(
        (answer) => answer.status,
        () => 0,
      );
    await until('api and broker are ready', status, (answer) => answer === 200, START_MS);
  };
  broker.start();
  api.start();
  await ready();
  return {
    ...client,
    db: createDb(pool),
    mqttUrl,
    wsUrl: `ws://${HOST}:${ws}/mqtt`,
    api,
    broker,
    ready,
    async stop() {
      await Promise.all([api.kill(), broker.kill()]);
      watchdog.stop();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
