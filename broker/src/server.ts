import { setTimeout as delay } from 'node:timers/promises';
import { Authenticator } from './authenticate.ts';
import { createHook, type AskHook } from './authentication/hook.ts';
import { createBroker } from './broker.ts';
import type { Config } from './config.ts';
import { listenHttp } from './http/server.ts';
import { Population } from './limits/population.ts';
import { profiles as profilesOf } from './limits/profile.ts';
import { createLogger, type Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { RetainedStore } from './persistence/retained-store.ts';
import { Router } from './routing/router.ts';
import { Sessions } from './sessions/sessions.ts';
import { Tally } from './tally.ts';
import type { Carrier } from './transport/carrier.ts';
import { Connection } from './transport/connection.ts';
import { listenTcp, listenWs, type Listener } from './transport/listeners.ts';

/** How long a planned stop waits for what is under way to persistent sessions. */
const DRAIN_TIMEOUT_MS = 2_000;
const DRAIN_POLL_MS = 10;

export type RunningBroker = { ports: { mqtt: number; ws: number; http: number }; stop(): Promise<void> };
/** `authenticate` stands in for the api's hook in tests. */
export type BrokerServerDeps = { authenticate?: AskHook; log?: Logger };

/**
 * Starts the broker: MQTT on TCP and WebSocket, then HTTP, so that a healthy answer means all of it is up. Port 0 takes
 * a free one. Rejects, with everything closed again, when a port cannot be had.
 */
export async function startBroker(config: Config, deps: BrokerServerDeps = {}): Promise<RunningBroker> {
  const log = deps.log ?? createLogger(config.LOG_LEVEL);
  const hook = createHook({
    apiUrl: config.API_URL,
    serviceSecret: config.SERVICE_SECRET,
    timeoutMs: config.AUTH_TIMEOUT_MS,
    connections: config.AUTH_CONCURRENCY,
  });
  let stopping = false;
  const tally = new Tally(log);
  const router = new Router();
  const sessions = new Sessions(config.MAX_PERSISTENT_SESSIONS, (session) => router.forget(session));
  const retained = new RetainedStore(config.MAX_RETAINED_MESSAGES);
  const authenticator = new Authenticator(deps.authenticate ?? hook, config.SERVICE_SECRET, config);
  const population = new Population({
    connections: config.MAX_CONNECTIONS,
    pending: { mqtt: config.MAX_PENDING_TCP, ws: config.MAX_PENDING_WS },
    perCredential: { device: 1, console: config.MAX_CONSOLE_CONNECTIONS, service: config.MAX_SERVICE_CONNECTIONS },
  });
  const received = { messages: 0, bytes: 0 };
  const profiles = profilesOf(config);
  const isStopping = () => stopping;
  const parts = {
    config,
    authenticator,
    population,
    profiles,
    router,
    sessions,
    retained,
    tally,
    received,
    isStopping,
  };
  const broker = await createBroker(parts);
  const metrics = createMetrics(parts);

  const packetLimits = { connectBytes: config.MAX_CONNECT_BYTES, packetBytes: config.MAX_PACKET_BYTES };
  const door = {
    hasRoomFor: (protocol: Carrier['protocol']) => population.hasRoomFor(protocol),
    welcome(carrier: Carrier) {
      const connection = new Connection(carrier, packetLimits, received);
      population.enter(connection);
      broker.handle(connection);
    },
    refused: (reason: string) => tally.note('connection refused', reason),
  };

  const listeners: Listener[] = [];
  const listen = async (variable: keyof Config, starting: Promise<Listener>): Promise<number> => {
    const listener = await starting.catch((error: Error) => {
      throw new Error(`${variable}: ${error.message}`, { cause: error });
    });
    listeners.push(listener);
    return listener.port;
  };

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    const closed = Promise.all(listeners.map((listener) => listener.close()));
    for (const connection of population.connections) if (connection.principal?.kind !== 'service') connection.quieten();
    await drained(sessions);
    await broker.close();
    for (const connection of population.connections) connection.destroy();
    hook.close();
    metrics.stop();
    tally.stop();
    await closed;
  }

  try {
    const host = config.MQTT_HOST;
    const mqtt = await listen('MQTT_PORT', listenTcp({ host, port: config.MQTT_PORT }, door));
    const ws = await listen(
      'MQTT_WS_PORT',
      listenWs(
        {
          host,
          port: config.MQTT_WS_PORT,
          origins: config.WS_ORIGINS,
          maxMessageBytes: config.MAX_PACKET_BYTES,
          connectTimeoutMs: config.CONNECT_TIMEOUT_MS,
        },
        door,
      ),
    );
    const http = await listen(
      'BROKER_HTTP_PORT',
      listenHttp(
        { host: config.BROKER_HTTP_HOST, port: config.BROKER_HTTP_PORT },
        {
          serviceSecret: config.SERVICE_SECRET,
          metrics: () => metrics.page(),
          disconnect: (kind, ids) => broker.disconnect(kind, ids),
        },
      ),
    );
    log.info({ mqtt, ws, http }, 'listening');
    return { ports: { mqtt, ws, http }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What devices were told is acknowledged should reach the api before its queue in our memory is gone. */
async function drained(sessions: Sessions): Promise<void> {
  const until = performance.now() + DRAIN_TIMEOUT_MS;
  const isBusy = () => [...sessions.kept()].some((session) => session.attached && session.pending > 0);
  while (isBusy() && performance.now() < until) await delay(DRAIN_POLL_MS);
}
