import { ingestFilters } from '@belfry/api/mqtt/ingest/ingest';
import { parseConfig } from '@belfry/broker/config';
import { startBroker, type RunningBroker } from '@belfry/broker/server';
import { probePort } from '@belfry/infra/local/ports';
import { INGEST_CLIENT_ID } from '@belfry/schemas/mqtt/client-id';
import { SERVICE_SECRET } from '../service-secret.ts';
import { clearSessions, managementOf, type rabbitmqSettings } from './rabbitmq.ts';

const HOST = '127.0.0.1';

/** The MQTT engine of a stack. */
export type StackEngine = {
  /** The settings with which an api uses it. */
  settings: Record<string, string>;
  mqttUrl: string;
  wsUrl: string;
  /** Called once before the api starts, and once at the end. */
  open(): Promise<void>;
  close(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether the ingest has its subscriptions. */
  isIngestConnected(): Promise<boolean>;
};

/** The RabbitMQ that `rabbitmq-setup.ts` has started for all tests of a run, as it is passed to them. */
export type SharedRabbitmq = { settings: ReturnType<typeof rabbitmqSettings>; proxyUrl: string };
export const SHARED_RABBITMQ = 'TEST_RABBITMQ';

/**
 * The bundled broker, or the RabbitMQ of the run.
 *
 * @param internalPort of the api, which it asks about clients
 * @param env settings of the bundled broker among those of the stack
 */
export async function createStackEngine(internalPort: number, env: Record<string, string> = {}): Promise<StackEngine> {
  const shared = process.env[SHARED_RABBITMQ];
  const shards = Number(env['INGEST_SHARDS'] ?? 1);
  return shared
    ? useRabbitmq(JSON.parse(shared) as SharedRabbitmq, internalPort, shards)
    : bundledBroker(internalPort, env, shards);
}

async function bundledBroker(internalPort: number, env: Record<string, string>, shards: number): Promise<StackEngine> {
  const [mqttPort, wsPort, httpPort] = (await Promise.all([0, 0, 0].map(() => probePort(0, HOST)))).map(String);
  const config = parseConfig({
    // The console of a test is served at a port that nobody knows yet.
    WS_ORIGINS: '*',
    ...env,
    MQTT_HOST: HOST,
    MQTT_PORT: mqttPort,
    MQTT_WS_PORT: wsPort,
    BROKER_HTTP_PORT: httpPort,
    API_URL: `http://${HOST}:${internalPort}`,
    SERVICE_SECRET,
    LOG_LEVEL: 'silent',
  });
  const mqttUrl = `mqtt://${HOST}:${mqttPort}`;
  const httpUrl = `http://${HOST}:${httpPort}`;
  let broker: RunningBroker | null = null;
  const start = async (): Promise<void> => {
    broker = await startBroker(config);
  };
  const stop = async (): Promise<void> => {
    await broker?.stop();
    broker = null;
  };
  return {
    settings: { MQTT_URL: mqttUrl, MQTT_WS_PORT: wsPort ?? '', BROKER_HTTP_URL: httpUrl },
    mqttUrl,
    wsUrl: `ws://${HOST}:${wsPort}/mqtt`,
    open: start,
    close: stop,
    start,
    stop,
    async isIngestConnected() {
      const page = await (await fetch(`${httpUrl}/metrics`)).text();
      const valueOf = (name: string): number =>
        Number(
          page
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.slice(name.length) ?? 0,
        );
      // The api has one connection on which it publishes, and one for the session of each shard.
      return (
        valueOf('belfry_broker_connections{kind="service"}') > shards &&
        valueOf('belfry_broker_subscriptions') >= shards * ingestFilters.length
      );
    },
  };
}

/** All stacks of a run use one RabbitMQ, so `open` and `close` remove what a stack has left. */
function useRabbitmq({ settings, proxyUrl }: SharedRabbitmq, internalPort: number, shards: number): StackEngine {
  const call = managementOf(settings);
  // The session of each shard has one subscription, and that of shard 0 what belongs to no shard.
  const bindingsOfIngest = shards === 1 ? ingestFilters.length : shards + 1;
  const control = async (path: string, body = ''): Promise<void> => {
    const { ok } = await fetch(proxyUrl + path, { method: 'PUT', body });
    if (!ok) throw new Error(`RabbitMQ: ${path} failed`);
  };
  return {
    settings,
    mqttUrl: settings.MQTT_URL,
    wsUrl: `ws://${HOST}:${settings.MQTT_WS_PORT}/mqtt`,
    async open() {
      await control('/target', String(internalPort));
      await clearSessions(call);
    },
    close: () => clearSessions(call),
    start: () => control('/node/start'),
    stop: () => control('/node/stop'),
    async isIngestConnected() {
      const bindings = (await call('GET', '/api/bindings')) as { source: string; destination: string }[];
      const ofIngest = bindings.filter(
        ({ source, destination }) => source !== '' && destination.includes(INGEST_CLIENT_ID),
      );
      // A session keeps its bindings without its client.
      const consumers = (await call('GET', '/api/consumers')) as { queue: { name: string } }[];
      const sessions = new Set(
        consumers.map(({ queue }) => queue.name).filter((name) => name.includes(INGEST_CLIENT_ID)),
      );
      return sessions.size >= shards && ofIngest.length >= bindingsOfIngest;
    },
  };
}
