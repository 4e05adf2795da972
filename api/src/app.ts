import express, { Router, type Express } from 'express';
import type { Deps } from './deps.ts';
import { docsRouter } from './features/docs/docs.router.ts';
import { errorHandler, unknownPath } from './http/error-handler.ts';
import { mountRoutes, type AnswerCheck } from './http/mount.ts';
import { prometheus } from './http/prometheus.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticWeb } from './http/static-web.ts';
import { apiRoutes, rootRoutes, serviceRoutes } from './routes.ts';

export type AppOptions = { checkAnswer?: AnswerCheck };

/** Builds the api over its parts; never listens. */
export function createApp(deps: Deps, { checkAnswer }: AppOptions = {}): Express {
  const { config, log } = deps;
  const internal = serviceRoutes(deps);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.TRUST_PROXY);

  // Before everything else: the broker's hook is called thousands of times a second when a fleet comes back.
  app.use('/internal', routerOf(internal), unknownPath);
  app.use(requestLog(log), securityHeaders(config));
  app.get('/metrics', prometheus(config));
  app.use('/api', noStore, routerOf(apiRoutes), docsRouter(apiRoutes, internal), unknownPath);
  // The console answers any page's address, but a sound that is not there is no page.
  app.use(routerOf(rootRoutes)).use('/audio', unknownPath);
  app.use(staticWeb(config.WEB_DIST), unknownPath);
  app.use(errorHandler(log));
  return app;

  function routerOf(routes: Parameters<typeof mountRoutes>[1]): Router {
    const router = Router();
    mountRoutes(router, routes, deps, checkAnswer);
    return router;
  }
}

const noStore: express.RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};
