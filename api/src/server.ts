import { setTimeout as delay } from 'node:timers/promises';
import { createApp, createInternalApp, type AppOptions } from './app.ts';
import type { BrokerGateway } from './broker-gateway.ts';
import type { Config } from './config/config.ts';
import { prepareDatabase } from './composition/prepare-database.ts';
import { createDb, createPool } from './db/client.ts';
import { createLongStatements } from './db/long-statements.ts';
import type { Deps } from './composition/deps.ts';
import { createAuthenticator, findSignedInIds } from './features/auth/index.ts';
import { createDeviceKeys } from './features/broker-access/index.ts';
import { createDeviceDirectory } from './features/devices/index.ts';
import { createFirmware } from './features/firmware/index.ts';
import { openGeoReader, type FindGeoLocation } from './features/location/index.ts';
import { startOutbox, createFileSenders, createSenders, createStoredCopies } from './features/outbox/index.ts';
import { createRendering } from './features/rendering/index.ts';
import { createSpeech } from './features/speech/index.ts';
import { createVoiceSamples } from './features/voice-samples/index.ts';
import { startProgrammes } from './features/programmes/index.ts';
import { startHousekeeping } from './composition/housekeeping.ts';
import { registerWorkers } from './composition/workers.ts';
import { findAdministratorIds } from './features/users/index.ts';
import { isProxyOf, limitConnections } from './http/server/connection-limit.ts';
import { createHttpServer, drain, listen } from './http/server/http-server.ts';
import { createJobs } from './jobs/index.ts';
import { createFileStore } from './storage/index.ts';
import { createLogger } from './log.ts';
import { startMessaging } from './composition/messaging.ts';
import { startTracing } from './composition/tracing/start-tracing.ts';

const POOL_END_MS = 500;

export type Api = { port: number; internalPort: number; stop(): Promise<void> };
/** Replacements for tests. */
export type Overrides = AppOptions & { broker?: BrokerGateway; findGeoLocation?: FindGeoLocation };

/**
 * Starts the api. It listens and answers health checks also while Postgres or the broker is unavailable. It throws only for
 * a setting that can never work, such as a wrong database password or a port in use.
 */
export async function startApi(config: Config, overrides: Overrides = {}): Promise<Api> {
  const log = createLogger(config.LOG_LEVEL);
  const findGeoLocation = overrides.findGeoLocation ?? (await openGeoReader(config, log));
  const tracing = await startTracing(config, log);
  const stopping = new AbortController();
  const pool = createPool(config.DATABASE_URL, { log });
  const db = createDb(pool);
  const auth = createAuthenticator(pool);
  const messaging = startMessaging({
    config,
    log,
    findAdministratorIds: () => findAdministratorIds(db),
    findSignedInIds: () => findSignedInIds(db),
    onKeysChanged: () => auth.onKeysChanged(),
    broker: overrides.broker,
  });
  const { broker, commands, events, ingest, stuckBatches } = messaging;
  const outbox = startOutbox({
    db,
    log,
    senders: createSenders(config),
    copies: createStoredCopies({ db, dataDir: config.DATA_DIR, writers: createFileSenders(config) }),
  });
  const long = createLongStatements(config.DATABASE_URL, log, { readUrl: config.DATABASE_READ_URL });
  const speech = createSpeech({ config, log });
  const files = await createFileStore(config);
  const samples = createVoiceSamples({ files, db, events, log, speech });
  const jobs = createJobs({ url: config.DATABASE_URL, log });
  const deps: Deps = {
    config,
    log,
    pool,
    db,
    broker,
    commands,
    stuckBatches,
    ingest,
    events,
    jobs,
    outbox,
    speech,
    samples,
    rendering: createRendering({ files, db, log, speech }),
    files,
    findGeoLocation,
    long,
    auth,
    deviceKeys: createDeviceKeys(pool),
    firmware: createFirmware({ config, db, log }, files),
    directory: createDeviceDirectory(pool, long),
  };
  const app = createApp(deps, overrides);
  const server = createHttpServer(app);
  limitConnections(server, config.MAX_CONNECTIONS_PER_ADDRESS, isProxyOf(app));
  const internal = createHttpServer(createInternalApp(deps, overrides));
  const housekeeping = startHousekeeping({ ...deps, files });
  const programmes = startProgrammes(deps);
  registerWorkers(jobs, deps);

  const stop = async (): Promise<void> => {
    stopping.abort();
    housekeeping.stop();
    programmes.stop();
    await Promise.all([drain(server), drain(internal)]);
    // Before what the jobs use.
    await jobs.stop();
    await speech.stop();
    await samples.stop();
    await Promise.all([messaging.stop(), outbox.stop()]);
    files.stop();
    await tracing.stop();
    // A server that hangs would never confirm that its connections are closed.
    await Promise.race([Promise.all([pool.end(), long.stop()]), delay(POOL_END_MS, undefined, { ref: false })]);
  };

  try {
    const internalPort = await listen(internal, 'INTERNAL_PORT', config.INTERNAL_PORT, config.INTERNAL_HOST);
    const port = await listen(server, 'HTTP_PORT', config.HTTP_PORT, config.HTTP_HOST);
    await prepareDatabase({ ...deps, jobs }, stopping.signal);
    await housekeeping.resumeStalled();
    log.info({ port, internal_port: internalPort }, 'listening');
    return { port, internalPort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
