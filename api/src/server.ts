import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp, type AppOptions } from './app.ts';
import type { BrokerGateway } from './broker-gateway.ts';
import type { Config } from './config.ts';
import { prepareDatabase } from './database-start.ts';
import { createDb, createPool } from './db/client.ts';
import type { Deps } from './deps.ts';
import { createAuthenticator } from './features/auth/authenticator.ts';
import { createDeviceDirectory } from './features/devices/device-directory.ts';
import { openGeoReader, type FindPlace } from './features/location/geo-reader.ts';
import { startOutbox } from './features/outbox/outbox.ts';
import { createSenders } from './features/outbox/senders.ts';
import { createSpeech } from './features/speech/speech.service.ts';
import { createConsoleEvents } from './features/users/console-events.ts';
import { createVoiceSamples } from './features/voice-samples/voice-samples.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createLogger } from './log.ts';
import { startSpine } from './mqtt/start.ts';

/** Requests that still run get this long at the end. */
const DRAIN_MS = 4_000;
const SWEEP_MS = 20;
const POOL_END_MS = 500;
/** Longer than callers keep a connection in their pool, so that none is closed under a request. */
const KEEP_ALIVE_MS = 65_000;

export type Api = { port: number; stop(): Promise<void> };
/** What tests put in the place of the real thing. */
export type Overrides = AppOptions & { broker?: BrokerGateway; findPlace?: FindPlace };

/**
 * Starts the api. It listens, and answers its health calls, also while Postgres or the broker is away; only a setting
 * that can never work (a wrong database password, a port in use) makes it throw.
 */
export async function startApi(config: Config, overrides: Overrides = {}): Promise<Api> {
  const log = createLogger(config.LOG_LEVEL);
  const findPlace = overrides.findPlace ?? (await openGeoReader(config, log));
  const stopping = new AbortController();
  const pool = createPool(config.DATABASE_URL, { log });
  const db = createDb(pool);
  const spine = startSpine({ config, log, broker: overrides.broker });
  const { broker, commands } = spine;
  const events = createConsoleEvents({ broker, db, log });
  const outbox = startOutbox({ db, log, senders: createSenders(config) });
  const speech = createSpeech({ config, log });
  const samples = createVoiceSamples({ config, db, events, log, speech });
  const deps: Deps = {
    config,
    log,
    pool,
    db,
    broker,
    commands,
    events,
    outbox,
    speech,
    samples,
    findPlace,
    auth: createAuthenticator(pool),
    directory: createDeviceDirectory(pool),
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, createApp(deps, overrides));
  const housekeeping = startHousekeeping(deps);

  const stop = async (): Promise<void> => {
    stopping.abort();
    housekeeping.stop();
    await drain(server);
    await speech.stop();
    await samples.stop();
    events.stop();
    await Promise.all([spine.stop(), outbox.stop()]);
    // A frozen server would never answer the goodbye.
    await Promise.race([pool.end(), delay(POOL_END_MS, undefined, { ref: false })]);
  };

  try {
    const port = await listen(server, config);
    await prepareDatabase(deps, stopping.signal);
    log.info({ port }, 'listening');
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listen(server: Server, { HTTP_PORT, HTTP_HOST }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(HTTP_PORT, HTTP_HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Takes no new connections and waits for what runs, but not for ever. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A caller's kept connection becomes idle only when its request has been answered.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}
