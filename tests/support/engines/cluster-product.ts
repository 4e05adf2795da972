import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, createPool } from '@belfry/api/db/client';
import type { Database } from '@belfry/api/db/database';
import { probePort } from '@belfry/infra/local/ports';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { ROOT } from '../api.ts';
import { createTestDatabase } from '../postgres/postgres.ts';
import { startApiProcess, type ApiProcess } from '../processes/api-process.ts';
import { SERVICE_SECRET } from '../service-secret.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { rabbitmqSettings, startRabbitmq, type Rabbitmq } from './rabbitmq.ts';

const HOST = '127.0.0.1';

/** Several nodes of RabbitMQ and several apis, each a process, with a load balancer in front of every kind of port. */
export type ClusterProduct = {
  rabbitmq: Rabbitmq;
  apis: ApiProcess[];
  url: string;
  wsUrl: string;
  /** In front of the nodes' WebSocket ports. */
  ws: Balancer;
  pool: pg.Pool;
  db: Kysely<Database>;
  /** Ends the api with this number with SIGKILL. */
  killApi(at: number): Promise<void>;
  /** Starts it again. */
  restartApi(at: number): Promise<void>;
  stop(): Promise<void>;
};

const portsOf = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => probePort(0, HOST)));

/** @param env further settings of the apis */
export async function startClusterProduct(
  nodes: number,
  apis: number,
  env: Record<string, string> = {},
): Promise<ClusterProduct> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'belfry-cluster-'));
  const pool = createPool(database.url, { max: 4, name: 'belfry-test' });
  const [httpPorts, internalPorts] = [await portsOf(apis), await portsOf(apis)];
  const internal = await startBalancer(internalPorts);
  const rabbitmq = await startRabbitmq(nodes, `http://${HOST}:${internal.port}`);
  const nodePorts = rabbitmq.nodes.map(({ ports }) => ports);
  const ws = await startBalancer(nodePorts.map((ports) => ports.ws));
  const [http, mqtt, management] = await Promise.all([
    startBalancer(httpPorts),
    startBalancer(nodePorts.map((ports) => ports.mqtt)),
    startBalancer(nodePorts.map((ports) => ports.management)),
  ]);

  const start = (at: number): Promise<ApiProcess> =>
    startApiProcess({
      PATH: process.env['PATH'] ?? '',
      ...rabbitmqSettings({ mqtt: mqtt.port, ws: ws.port, management: management.port, dist: 0 }),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      HTTP_HOST: HOST,
      HTTP_PORT: String(httpPorts[at]),
      INTERNAL_PORT: String(internalPorts[at]),
      SERVICE_SECRET,
      ROOT_EMAIL: ROOT.email,
      ROOT_PASSWORD: ROOT.password,
      ...env,
    });
  const running: ApiProcess[] = [];
  for (let at = 0; at < apis; at++) running.push(await start(at));

  return {
    rabbitmq,
    apis: running,
    url: `http://${HOST}:${http.port}`,
    wsUrl: `ws://${HOST}:${ws.port}/mqtt`,
    ws,
    pool,
    db: createDb(pool),
    async killApi(at) {
      running[at]?.signal('SIGKILL');
      await running[at]?.ended;
    },
    async restartApi(at) {
      running[at] = await start(at);
    },
    async stop() {
      for (const api of running) api.signal('SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      await rabbitmq.stop();
      await Promise.all([http, internal, mqtt, management, ws].map((balancer) => balancer.stop()));
      await pool.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
