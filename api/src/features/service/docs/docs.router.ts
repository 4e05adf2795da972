import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';
import type { Route } from '../../../http/routes/route.ts';
import { createAsyncApi } from './asyncapi.ts';
import { createOpenApi } from './openapi.ts';

const OWN_FILES = fileURLToPath(new URL('static', import.meta.url));
const SWAGGER_FILES = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** Serves the OpenAPI and AsyncAPI documents, and Swagger UI from local files. */
export function docsRouter(routes: readonly Route[], internalRoutes: readonly Route[]): Router {
  const router = Router();
  router.get(
    '/openapi.json',
    sendCached(() => createOpenApi(routes, internalRoutes)),
  );
  router.get('/asyncapi.json', sendCached(createAsyncApi));
  router.use('/docs', express.static(OWN_FILES), express.static(SWAGGER_FILES, { index: false }));
  return router;
}

function sendCached(make: () => object): express.RequestHandler {
  let json: string | undefined;
  return (_req, res) => {
    json ??= JSON.stringify(make());
    res.type('json').send(json);
  };
}
