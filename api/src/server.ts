import { createApp, createInternalApp, type AppOptions } from './app.ts';
import type { BrokerGateway } from './broker-gateway.ts';
import type { Config } from './config/config.ts';
import { prepareDatabase } from './composition/prepare-database.ts';
import { startDeps, type UploadOptions } from './composition/start-deps.ts';
import { openGeoReader, type FindGeoLocation } from './features/lookups/location/index.ts';
import { startProgrammes } from './features/schedules/programmes/index.ts';
import { startHousekeeping } from './composition/housekeeping.ts';
import { registerWorkers } from './composition/workers.ts';
import { isProxyOf, limitConnections } from './http/server/connection-limit.ts';
import { createHttpServer, drain, listen } from './http/server/http-server.ts';
import { createLogger } from './log.ts';
import { startTracing } from './composition/tracing/start-tracing.ts';

export type Api = { port: number; internalPort: number; stop(): Promise<void> };
/** Replacements for tests. */
export type Overrides = AppOptions & {
  broker?: BrokerGateway;
  findGeoLocation?: FindGeoLocation;
  uploads?: UploadOptions;
};

/**
 * Starts the api. It listens and answers health checks also while Postgres or the broker is unavailable. It throws only for
 * a setting that can never work, such as a wrong database password or a port in use.
 */
export async function startApi(config: Config, overrides: Overrides = {}): Promise<Api> {
  const log = createLogger(config.LOG_LEVEL);
  const findGeoLocation = overrides.findGeoLocation ?? (await openGeoReader(config, log));
  const tracing = await startTracing(config, log);
  const stopping = new AbortController();
  const started = await startDeps({
    config,
    log,
    findGeoLocation,
    broker: overrides.broker,
    uploads: overrides.uploads,
  });
  const { deps, files, jobs } = started;
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
    await started.stop();
    await tracing.stop();
  };

  try {
    // The readiness reports a folder that cannot be written.
    await files.work.removeAbandoned().catch((error: unknown) => log.warn({ err: error }, 'cannot remove work files'));
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
