import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { letPass } from '@belfry/schemas/testing/clock';
import { probePort } from '@belfry/infra/local/ports';
import { startEmbeddedPostgres } from '@belfry/infra/local/postgres/embedded-postgres';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { SERVICE_SECRET } from '../service-secret.ts';
import { startLoadBalancer } from './load-balancer.ts';
import type { Release } from './release.ts';
import { migrate, startService, type ServiceProcess } from './service-process.ts';
import { pathOf } from '../http-client.ts';

const HOST = '127.0.0.1';
/** How long a load balancer needs to notice that a target leaves, while the target still answers. */
const LEAVE_MS = 500;
export const ROOT_ACCOUNT = { email: 'root@belfry.test', password: 'Root-pass-1' };

export type Api = ServiceProcess & { url: string; internalUrl: string };

/** Two apis behind a load balancer, the bundled broker and Postgres, each replaced on its own as in a cluster. */
export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

const SHARED = { SERVICE_SECRET, LOG_LEVEL: 'warn' };

type Place = {
  databaseUrl: string;
  home: string;
  ports: { mqtt: number; brokerHttp: number };
  shards: number;
};

/** The settings that all apis of a deployment have in common. */
const apiSettingsOf = ({ databaseUrl, home, ports, shards }: Place): Record<string, string> => ({
  ...SHARED,
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(home, 'files'),
  WEB_DIST: home,
  MQTT_URL: `mqtt://${HOST}:${ports.mqtt}`,
  BROKER_HTTP_URL: `http://${HOST}:${ports.brokerHttp}`,
  INGEST_SHARDS: String(shards),
  ROOT_EMAIL: ROOT_ACCOUNT.email,
  ROOT_PASSWORD: ROOT_ACCOUNT.password,
  // All callers of the test have one address.
  RATE_LIMIT_SCALE: '1000',
});

/** Starts all parts in this release; the first api migrates the empty database. */
export async function startDeployment(release: Release, shards: number) {
  const home = mkdtempSync(join(tmpdir(), 'belfry-upgrade-'));
  // No test opens the console, so it is not built.
  writeFileSync(join(home, 'index.html'), '<!doctype html><title>Belfry</title>');
  const postgres = await startEmbeddedPostgres({ dataDir: home });
  const [people, internal] = await Promise.all([startLoadBalancer(), startLoadBalancer()]);
  const ports = { mqtt: 0, ws: 0, brokerHttp: 0 };
  for (const name of ['mqtt', 'ws', 'brokerHttp'] as const) ports[name] = await probePort(0, HOST);
  const apiSettings = apiSettingsOf({ databaseUrl: postgres.url, home, ports, shards });
  const apis: Api[] = [];

  const startBroker = (of: Release): Promise<ServiceProcess> =>
    startService(of, {
      program: 'broker/src/main.ts',
      url: `http://${HOST}:${ports.brokerHttp}/health/live`,
      env: {
        ...SHARED,
        MQTT_PORT: String(ports.mqtt),
        MQTT_WS_PORT: String(ports.ws),
        BROKER_HTTP_PORT: String(ports.brokerHttp),
        API_URL: internal.url,
      },
    });

  async function startApi(of: Release, settings: Record<string, string> = {}): Promise<Api> {
    const [http, hooks] = [await probePort(0, HOST), await probePort(0, HOST)];
    const url = `http://${HOST}:${http}`;
    const env = { ...apiSettings, HTTP_PORT: String(http), INTERNAL_PORT: String(hooks), ...settings };
    const service = await startService(of, { program: 'api/src/main.ts', url: url + pathOf(healthHttp.ready), env });
    const api = { ...service, url, internalUrl: `http://${HOST}:${hooks}` };
    apis.push(api);
    people.add(api.url);
    internal.add(api.internalUrl);
    return api;
  }

  let broker = await startBroker(release);
  for (let count = 0; count < 2; count++) await startApi(release);

  return {
    home,
    databaseUrl: postgres.url,
    url: people.url,
    internalUrl: internal.url,
    mqttPort: ports.mqtt,
    wsUrl: `ws://${HOST}:${ports.ws}/mqtt`,
    apis,
    migrate: (of: Release) => migrate(of, apiSettings),
    startApi,
    /** Takes the oldest api out of the balance, and stops it. @returns its exit code */
    async stopOldestApi(): Promise<number | null> {
      const [oldest] = apis.splice(0, 1);
      if (!oldest) throw new Error('no api runs');
      people.remove(oldest.url);
      internal.remove(oldest.internalUrl);
      await letPass(LEAVE_MS);
      oldest.signal('SIGTERM');
      return oldest.ended;
    },
    /** Stops the broker and starts that of another release on the same ports. @returns the exit code of the previous one */
    async replaceBroker(of: Release): Promise<number | null> {
      broker.signal('SIGTERM');
      const code = await broker.ended;
      broker = await startBroker(of);
      return code;
    },
    async stop(): Promise<void> {
      for (const service of [...apis, broker]) service.signal('SIGTERM');
      await Promise.all([...apis, broker].map(({ ended }) => ended));
      people.stop();
      internal.stop();
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
