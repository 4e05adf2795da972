import express, { Router, type Express } from 'express';
import type { Deps } from './deps.ts';
import { docsRouter } from './features/service/docs/index.ts';
import { compressJson } from './http/files/compress-json.ts';
import { isProxyOf, limitRequests } from './http/server/connection-limit.ts';
import { errorHandler, unknownPath } from './http/server/error-handler.ts';
import { mountRoutes, type AnswerCheck } from './http/routes/mount.ts';
import { loopbackOnly, prometheus } from './http/server/prometheus.ts';
import { requestLog } from './http/server/request-log.ts';
import { securityHeaders } from './http/server/security-headers.ts';
import { trustProxies } from './http/server/trusted-proxies.ts';
import { ROOT_FILE, staticAssets, staticRootFiles, staticWeb } from './http/files/static-web.ts';
import { traceRequests } from './http/trace-requests.ts';
import { apiRoutes, rootRoutes, serviceRoutes } from './composition/routes.ts';

export type AppOptions = { checkAnswer?: AnswerCheck };

/** Builds the Express app of the public listener; it does not listen. */
export function createApp(deps: Deps, { checkAnswer }: AppOptions = {}): Express {
  const { config, log } = deps;
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
  app.use(staticWeb(config.WEB_DIST), unknownPath);
  app.use(errorHandler(log));
  return app;

  function routerOf(routes: Parameters<typeof mountRoutes>[1]): Router {
    const router = Router();
    mountRoutes(router, routes, deps, { check: checkAnswer, compress: true });
    return router;
  }
}

/** Builds the Express app of the internal listener: the hooks of broker and fleet, and the metrics. It does not listen. */
export function createInternalApp(deps: Deps, { checkAnswer }: AppOptions = {}): Express {
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
