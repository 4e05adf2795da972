import type { BrokerGateway } from './broker-gateway.ts';
import type { Config } from './config/config.ts';
import { prepareDatabase, prepareSchemaSoon } from './composition/prepare-database.ts';
import { startDeps, type UploadOptions } from './composition/start-deps.ts';
import { type FindGeoLocation, openGeoReader } from './features/lookups/index.ts';
import { docsRouter } from './features/service/index.ts';
import {
  startProgrammes,
  COMPILE_PROGRAMMES,
  compileOwner,
  RENDER_SPEECH,
  renderSpeech,
  runTask,
  SCHEDULE_TASKS,
} from './features/schedules/programmes/index.ts';
import { startHousekeeping } from './composition/housekeeping.ts';
import {
  isProxyOf,
  limitConnections,
  limitRequests,
  createHttpServer,
  drain,
  listen,
  loopbackOnly,
  prometheus,
  trustProxies,
} from './http/server/http-server.ts';
import { createLogger, type Logger } from './log.ts';
import { BACKUP_JOBS, runBackup } from './features/backups/index.ts';
import { PARTS_QUEUE, sendPart, SWEEP_QUEUE, sweepRun } from './features/announcements/index.ts';
import { advanceRun, RUN_STEPS } from './features/command-runs/index.ts';
import { advanceRollout, ROLLOUT_STEPS } from './features/firmware/index.ts';
import { METRICS_ROLLUPS, rollUp } from './features/metrics/index.ts';
import { MAIL_QUEUES, sendQueued } from './features/mail/outbox/index.ts';
import { startLivePages } from './features/live-pages/index.ts';
import { INSTALL_VOICE, installVoice } from './features/speech/packs/index.ts';
import { sampleRunQueue, workOnSampleRun } from './features/speech/samples/index.ts';
import { startFirings } from './features/triggers/index.ts';
import { PUSH_JOBS } from './features/mail/push/index.ts';
import { startHomeAssistants } from './features/home-assistant/index.ts';
import { notePush, SCENARIO_QUEUES, startScenarios, workOnAction } from './features/scenarios/index.ts';
import { startWebhooks } from './features/webhooks/index.ts';
import type { RunningJobs } from './jobs/index.ts';
import type { Deps } from './deps.ts';
import express, { Router, type Express, type RequestHandler } from 'express';
import { compressJson } from './http/files/send-stored.ts';
import { errorHandler, unknownPath } from './http/server/error-handler.ts';
import { startChainer } from './audit/chain/chainer.ts';
import { createCallRecorder } from './audit/record-call.ts';
import { mountRoutes, type AnswerCheck } from './http/routes/mount.ts';
import { requestLog } from './http/server/request-log.ts';
import { securityHeaders } from './http/server/security-headers.ts';
import { devicePackage } from './http/files/device-package.ts';
import { ROOT_FILE, staticAssets, staticRootFiles, staticWeb } from './http/files/static-web.ts';
import { apiRoutes, rootRoutes, serviceRoutes } from './composition/routes.ts';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { activeTraceparent, contextOf, startSpan } from './tracing/spans.ts';

/** The readiness checks of a load balancer would be most of the traces. */
const UNTRACED = /^\/health\//;
/**
 * Begins a trace, or continues that of the header `traceparent`. The answer names it in `traceresponse`.
 * The span has the path of the route, not the requested one, which may contain names and one-time tokens.
 */
const traceRequests: RequestHandler = (req, res, next) => {
  if (UNTRACED.test(req.path)) return next();
  const parent = contextOf(req.get('traceparent'));
  const { method } = req;
  const span = startSpan(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }, parent);
  res.once('close', () => {
    const route: unknown = res.locals['route'];
    if (typeof route === 'string') span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    span.setAttribute('http.response.status_code', res.statusCode);
    if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parent, span), () => {
    const traceparent = activeTraceparent();
    if (traceparent !== undefined) res.setHeader('traceresponse', traceparent);
    next();
  });
};
type AppOptions = { checkAnswer?: AnswerCheck };

/** Does not listen. */
function createApp(deps: Deps, { checkAnswer }: AppOptions = {}): Express {
  const { config, log } = deps;
  const record = createCallRecorder(deps);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  trustProxies(app, config.TRUST_PROXY);

  app.use(requestLog(log), limitRequests(config.MAX_CONNECTIONS_PER_ADDRESS, isProxyOf(app)));
  app.use('/assets', staticAssets(config.WEB_DIST));
  app.get(ROOT_FILE, staticRootFiles(config.WEB_DIST));
  app.use(securityHeaders(config));
  app.use(localMetrics());
  // The hooks exist on the internal listener only. Without this line the page of the console would be the answer.
  app.use(['/internal', '/metrics'], unknownPath);
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) app.use('/api', traceRequests);
  app.use('/api', noStore, routerOf(apiRoutes), compressJson, docsRouter(apiRoutes, serviceRoutes(deps)), unknownPath);
  // Every other path gets the page of the console; for a missing sound the answer must be 404.
  app.use(routerOf(rootRoutes)).use('/audio', unknownPath);
  app.use(devicePackage(config.DEVICE_PACKAGE), staticWeb(config.WEB_DIST), unknownPath);
  app.use(errorHandler(log));
  return app;

  function routerOf(routes: Parameters<typeof mountRoutes>[1]): Router {
    const router = Router();
    mountRoutes(router, routes, deps, { check: checkAnswer, compress: true, record });
    return router;
  }
}

/** Does not listen. */
function createInternalApp(deps: Deps, { checkAnswer }: AppOptions = {}): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const router = Router();
  mountRoutes(router, serviceRoutes(deps), deps, { check: checkAnswer });
  // No request log: when a fleet reconnects, the broker calls thousands of times a second.
  app.use('/internal', router);
  app.get('/metrics', prometheus);
  app.use(unknownPath, errorHandler(deps.log));
  return app;
}

/** The public listener serves the metrics too, to a scraper on the same machine. */
function localMetrics(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/metrics', loopbackOnly, prometheus);
  return router;
}

const noStore: express.RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};

export type Api = { port: number; internalPort: number; stop(): Promise<void> };
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
  const hasSchema = await prepareSchemaSoon(config.DATABASE_URL);
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
  const pages = startLivePages(deps);
  server.on('upgrade', pages.upgrade);
  const chainer = startChainer(deps);
  const firings = startFirings(deps);
  const webhooks = startWebhooks(deps);
  const homeAssistants = startHomeAssistants(deps);
  const scenarios = startScenarios(deps);
  registerWorkers(jobs, deps);

  const stop = async (): Promise<void> => {
    stopping.abort();
    housekeeping.stop();
    programmes.stop();
    // Its sockets are no requests, for whose end the server waits.
    await pages.stop();
    const working = [chainer, firings, webhooks, homeAssistants, scenarios];
    await Promise.all([drain(server), drain(internal), ...working.map((each) => each.stop())]);
    await started.stop();
    await tracing.stop();
  };

  try {
    // The readiness reports a folder that cannot be written.
    await files.work.removeAbandoned().catch((error: unknown) => log.warn({ err: error }, 'cannot remove work files'));
    const internalPort = await listen(internal, 'INTERNAL_PORT', config.INTERNAL_PORT, config.INTERNAL_HOST);
    const port = await listen(server, 'HTTP_PORT', config.HTTP_PORT, config.HTTP_HOST);
    await prepareDatabase({ ...deps, jobs, hasSchema }, stopping.signal);
    await housekeeping.resumeStalled();
    log.info({ port, internal_port: internalPort }, 'listening');
    return { port, internalPort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Called before the jobs start. */
function registerWorkers(jobs: Pick<RunningJobs, 'work'>, deps: Deps): void {
  jobs.work(PARTS_QUEUE, async ({ run_id, parts }, { signal }) => {
    for (const part of parts) await sendPart(deps, run_id, part, signal);
  });
  jobs.work(SWEEP_QUEUE, ({ run_id }) => sweepRun(deps, run_id));
  jobs.work(RUN_STEPS, (step) => advanceRun(deps, step));
  jobs.work(ROLLOUT_STEPS, (data) => advanceRollout(deps, data));
  jobs.work(COMPILE_PROGRAMMES, (data) => compileOwner(deps, data));
  jobs.work(SCHEDULE_TASKS, (data) => runTask(deps, data));
  jobs.work(RENDER_SPEECH, (data, { signal }) => renderSpeech(deps, data, signal));
  jobs.work(METRICS_ROLLUPS, (data, context) => rollUp(deps, data, context));
  jobs.work(MAIL_QUEUES.mail, (job) => sendQueued(deps, job));
  jobs.work(MAIL_QUEUES.sms, (job) => sendQueued(deps, job));
  jobs.work(BACKUP_JOBS, (data, context) => runBackup(deps, data, context));
  jobs.work(INSTALL_VOICE, ({ voice_name }, { signal }) => installVoice(deps, voice_name, signal));
  jobs.work(PUSH_JOBS, async (job) => {
    const settled = await deps.push.deliver(job);
    if (settled) await notePush(deps, settled);
  });
  for (const queue of Object.values(SCENARIO_QUEUES)) jobs.work(queue, (job) => workOnAction(deps, job));
  jobs.work(sampleRunQueue, ({ run_id }, context) => workOnSampleRun(deps, run_id, context));
}

/** Without a collector nothing of the SDK is loaded and nothing is recorded. */
async function startTracing(config: Config, log: Logger): Promise<{ stop(): Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { startOtlpExport } = await import('./composition/otlp-export.ts');
  return startOtlpExport({ ...config, endpoint }, log);
}
