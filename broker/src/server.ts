import { setTimeout as delay } from 'node:timers/promises';
import type { AskHook } from './authentication/hook.ts';
import { createBroker } from './aedes/broker.ts';
import type { Config } from './config.ts';
import { ordinaryPacketBytes, pendingLimits } from './limits/client-profile.ts';
import { createLogger, type Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createDeps, type BrokerDeps } from './deps.ts';
import type { Sessions } from './sessions/sessions.ts';
import { Connection } from './transport/connection.ts';
import type { ConnectionHandler, Listener } from './listeners/listener.ts';
import { proxyMatcher } from './listeners/peer.ts';
import { listenTcp } from './listeners/tcp-listener.ts';
import { listenTls, type TlsOptions, readCertificate } from './listeners/tls-listener.ts';
import { listenWs } from './listeners/ws-listener.ts';
import { listenHttp } from './listeners/http-listener.ts';

/** How long a planned stop waits until persistent sessions have acknowledged their messages. */
const DRAIN_TIMEOUT_MS = 2_000;
const DRAIN_POLL_MS = 10;

export type RunningBroker = {
  /** `mqtts` is present only if MQTT_TLS_PORT is set. */
  ports: { mqtt: number; mqtts?: number; ws: number; http: number };
  stop(): Promise<void>;
};
export type BrokerOverrides = { authenticate?: AskHook; log?: Logger };

/**
 * Starts the broker: MQTT on TCP and WebSocket, then HTTP, so that the health endpoint answers only when all of it is up.
 * Port 0 selects a free port. If a port cannot be bound, it closes everything and rejects with a message that names the
 * variable. `stop` takes at most about three seconds.
 */
export async function startBroker(config: Config, overrides: BrokerOverrides = {}): Promise<RunningBroker> {
  const log = overrides.log ?? createLogger(config.LOG_LEVEL);
  let stopped: Promise<void> | null = null;
  const deps = { ...createDeps(config, log, overrides.authenticate), isStopping: () => stopped !== null };
  const { connectionRegistry, sessions, refusals, hook } = deps;
  const broker = await createBroker(deps);
  const metrics = createMetrics(deps);
  const listeners: Listener[] = [];

  /**
   * Last wills are not published: the devices reconnect as soon as a broker is available, and a fleet that goes offline and
   * online within seconds is of no use to anyone. Devices that do not reconnect are found by the api's presence check (90 s).
   */
  async function shutDown(): Promise<void> {
    const closed = Promise.all(listeners.map((listener) => listener.close()));
    for (const connection of connectionRegistry.connections) {
      if (connection.principal?.kind !== 'service') connection.stopReading();
    }
    await drained(sessions);
    await broker.close();
    for (const connection of connectionRegistry.connections) connection.destroy();
    hook.close();
    metrics.stop();
    refusals.stop();
    await closed;
  }
  const stop = (): Promise<void> => (stopped ??= shutDown());

  const opened = async (variable: keyof Config, listener: Promise<Listener>): Promise<number> => {
    listeners.push(await listener.catch((error: Error) => fail(variable, error)));
    return listeners.at(-1)?.port ?? 0;
  };

  const handler = connectionHandler(deps, (connection) => broker.handle(connection));

  async function openTls(): Promise<number | undefined> {
    const options = await tlsOptions(config);
    if (!options) return undefined;
    const onReloadError = ({ message }: Error) => refusals.count('certificate not renewed', 'unusable', { message });
    return opened('MQTT_TLS_PORT', listenTls({ ...options, onReloadError }, handler));
  }

  try {
    const mqtt = await opened('MQTT_PORT', listenTcp({ host: config.MQTT_HOST, port: config.MQTT_PORT }, handler));
    const mqtts = await openTls();
    const ws = await opened('MQTT_WS_PORT', listenWs(wsOptions(config), handler));
    const address = { host: config.BROKER_HTTP_HOST, port: config.BROKER_HTTP_PORT };
    const serviceSecret = config.SERVICE_SECRET;
    const { disconnect, invite, closePage } = broker;
    const calls = { serviceSecret, metrics: metrics.page, disconnect, invite, closePage };
    const http = await opened('BROKER_HTTP_PORT', listenHttp(address, calls));
    const ports = { mqtt, ws, http, ...(mqtts !== undefined && { mqtts }) };
    log.info(ports, 'listening');
    return { ports, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function fail(variable: keyof Config, error: Error): never {
  throw new Error(`${variable}: ${error.message}`, { cause: error });
}

function connectionHandler(
  { config, connectionRegistry, received, refusals }: BrokerDeps,
  handle: (connection: Connection) => void,
): ConnectionHandler {
  const limits = { connectBytes: config.MAX_CONNECT_BYTES, packetBytes: ordinaryPacketBytes(config) };
  return {
    makeRoom: (protocol, peer) => connectionRegistry.makeRoom(protocol, peer),
    onConnection(transport) {
      const connection = new Connection(transport, limits, received);
      connectionRegistry.add(connection);
      handle(connection);
    },
    onRefused: (reason) => refusals.count('connection refused', reason),
  };
}

/** Null if MQTT over TLS is not configured. Rejects when a file is missing or invalid. */
async function tlsOptions(config: Config): Promise<Omit<TlsOptions, 'onReloadError'> | null> {
  const { MQTT_TLS_PORT: port, MQTT_TLS_CERT: certificate, MQTT_TLS_KEY: key } = config;
  if (port === undefined || certificate === undefined || key === undefined) return null;
  const files = { certificate, key };
  return {
    host: config.MQTT_TLS_HOST,
    port,
    files,
    certificate: await readCertificate(files),
    reloadIntervalMs: config.MQTT_TLS_RELOAD_MS,
    handshakeTimeoutMs: config.CONNECT_TIMEOUT_MS,
    pending: pendingLimits(config).mqtts,
  };
}

const wsOptions = (config: Config) => ({
  host: config.MQTT_HOST,
  port: config.MQTT_WS_PORT,
  origins: config.WS_ORIGINS,
  originPorts: config.WS_ORIGIN_PORTS,
  isProxy: proxyMatcher(config.TRUST_PROXY),
  pending: pendingLimits(config).ws,
  maxMessageBytes: config.MAX_PACKET_BYTES,
  maxConnections: config.MAX_CONNECTIONS,
  connectTimeoutMs: config.CONNECT_TIMEOUT_MS,
});

/** Messages that devices have had acknowledged should be delivered to the api before its queue, which is in memory, is discarded. */
async function drained(sessions: Sessions): Promise<void> {
  const until = performance.now() + DRAIN_TIMEOUT_MS;
  const isBusy = () => [...sessions.persistent()].some((session) => session.attached && session.pending > 0);
  while (isBusy() && performance.now() < until) await delay(DRAIN_POLL_MS);
}
