import { setTimeout as delay } from 'node:timers/promises';
import type { AskHook } from './authentication/hook.ts';
import { createBroker } from './broker.ts';
import type { Config } from './config.ts';
import { listenHttp } from './http/server.ts';
import { ordinaryPacketBytes, pendingLimits } from './limits/profile.ts';
import { createLogger, type Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createParts, type Parts } from './parts.ts';
import type { Sessions } from './sessions/sessions.ts';
import { Connection } from './transport/connection.ts';
import type { Door, Listener } from './transport/listening.ts';
import { proxyMatcher } from './transport/peer.ts';
import { readCertificate } from './transport/certificate.ts';
import { listenTcp } from './transport/tcp-listener.ts';
import { listenTls, type TlsOptions } from './transport/tls-listener.ts';
import { listenWs } from './transport/ws-listener.ts';

/** How long a planned stop waits for what is under way to persistent sessions. */
const DRAIN_TIMEOUT_MS = 2_000;
const DRAIN_POLL_MS = 10;

export type RunningBroker = {
  /** `mqtts` only where it is set. */
  ports: { mqtt: number; mqtts?: number; ws: number; http: number };
  stop(): Promise<void>;
};
/** `authenticate` stands in for the api's hook in tests. */
export type BrokerServerDeps = { authenticate?: AskHook; log?: Logger };

/**
 * Starts the broker: MQTT on TCP and WebSocket, then HTTP, so that a healthy answer means all of it is up. Port 0 takes
 * a free one. Rejects, with everything closed again, when a port cannot be had; the message names its variable.
 * `stop` takes at most some three seconds.
 */
export async function startBroker(config: Config, deps: BrokerServerDeps = {}): Promise<RunningBroker> {
  const log = deps.log ?? createLogger(config.LOG_LEVEL);
  let stopped: Promise<void> | null = null;
  const parts = { ...createParts(config, log, deps.authenticate), isStopping: () => stopped !== null };
  const { population, sessions, tally, hook } = parts;
  const broker = await createBroker(parts);
  const metrics = createMetrics(parts);
  const listeners: Listener[] = [];

  /**
   * Last wills stay unsaid: the devices come back as soon as a broker is there again, and a fleet that is told offline
   * and online in one breath helps nobody. Those that do not come back are found by the api's presence sweep (90 s).
   */
  async function shutDown(): Promise<void> {
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
  const stop = (): Promise<void> => (stopped ??= shutDown());

  const opened = async (variable: keyof Config, listener: Promise<Listener>): Promise<number> => {
    listeners.push(await listener.catch((error: Error) => fail(variable, error)));
    return listeners.at(-1)?.port ?? 0;
  };

  const door = doorOf(parts, (connection) => broker.handle(connection));

  async function openTls(): Promise<number | undefined> {
    const options = await tlsOptions(config);
    if (!options) return undefined;
    const onReloadError = ({ message }: Error) => tally.note('certificate not renewed', 'unusable', { message });
    return opened('MQTT_TLS_PORT', listenTls({ ...options, onReloadError }, door));
  }

  try {
    const mqtt = await opened('MQTT_PORT', listenTcp({ host: config.MQTT_HOST, port: config.MQTT_PORT }, door));
    const mqtts = await openTls();
    const ws = await opened('MQTT_WS_PORT', listenWs(wsOptions(config), door));
    const address = { host: config.BROKER_HTTP_HOST, port: config.BROKER_HTTP_PORT };
    const serviceSecret = config.SERVICE_SECRET;
    const calls = { serviceSecret, metrics: metrics.page, disconnect: broker.disconnect };
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

function doorOf({ config, population, received, tally }: Parts, handle: (connection: Connection) => void): Door {
  const limits = { connectBytes: config.MAX_CONNECT_BYTES, packetBytes: ordinaryPacketBytes(config) };
  return {
    makeRoom: (protocol, peer) => population.makeRoom(protocol, peer),
    welcome(carrier) {
      const connection = new Connection(carrier, limits, received);
      population.enter(connection);
      handle(connection);
    },
    refused: (reason) => tally.note('connection refused', reason),
  };
}

/** Null where MQTT over TLS is not set. Rejects when a file is missing or wrong. */
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
  isProxy: proxyMatcher(config.TRUST_PROXY),
  pending: pendingLimits(config).ws,
  maxMessageBytes: config.MAX_PACKET_BYTES,
  maxConnections: config.MAX_CONNECTIONS,
  connectTimeoutMs: config.CONNECT_TIMEOUT_MS,
});

/** What devices were told is acknowledged should reach the api before its queue in our memory is gone. */
async function drained(sessions: Sessions): Promise<void> {
  const until = performance.now() + DRAIN_TIMEOUT_MS;
  const isBusy = () => [...sessions.kept()].some((session) => session.attached && session.pending > 0);
  while (isBusy() && performance.now() < until) await delay(DRAIN_POLL_MS);
}
