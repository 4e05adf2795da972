import { covers, NODE_ROLES, rightsOfRole } from '@belfry/schemas/domain/rights';
import { rightsOfScopes, type Scope } from '@belfry/schemas/domain/scopes';
import { scopesOf } from '../../http/routes/scopes.ts';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERROR_STATUS, type ErrorCode, errorEnvelopeSchema } from '@belfry/schemas/http/errors';
import express, { Router } from 'express';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { RouteSpec, Route } from '../../http/routes/route.ts';
import { BELFRY_VERSION } from '../../version.ts';
import { createAsyncApi } from './asyncapi.ts';

const OWN_FILES = fileURLToPath(new URL('static', import.meta.url));
const SWAGGER_FILES = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

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

export function createOpenApi(routes: readonly Route[], internalRoutes: readonly Route[]): object {
  const document: ZodOpenApiObject = {
    openapi: '3.1.1',
    info: {
      title: 'Belfry API',
      version: BELFRY_VERSION,
      description: 'Console and devices over HTTP. Live data travels over MQTT: see `/api/asyncapi.json`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        user_key: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The key of POST /auth/login' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token' },
        device_key: { type: 'http', scheme: 'basic', description: 'The serial and the key of a device' },
        service_secret: { type: 'http', scheme: 'bearer', description: 'The secret that the services share' },
        scim_token: { type: 'http', scheme: 'bearer', description: 'The token of the directory of an organisation' },
        engine_secret: { type: 'apiKey', in: 'query', name: 'secret', description: 'The secret of the MQTT engine' },
      },
    },
    paths: { ...pathsOf(routes), ...pathsOf(internalRoutes, [{ url: '/internal' }]) },
  };
  return createDocument(document);
}

function pathsOf(routes: readonly Route[], servers?: { url: string }[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { spec } of routes) {
    paths[spec.path] = { ...paths[spec.path], ...(servers && { servers }), [spec.method]: operationOf(spec) };
  }
  return paths;
}

function operationOf(spec: RouteSpec): ZodOpenApiOperationObject {
  const { params, query, body, upload } = spec;
  return {
    operationId: `${spec.method}${spec.path.replaceAll(/[/{}]+/g, '_').replace(/_$/, '')}`,
    summary: spec.summary,
    ...describe(spec),
    tags: [spec.path.split('/')[1] ?? ''],
    security: securityOf(spec),
    ...((params ?? query) && {
      requestParams: {
        ...(params instanceof z.ZodObject && { path: params }),
        ...(query instanceof z.ZodObject && { query }),
      },
    }),
    ...(body && {
      requestBody: { required: true, content: { [spec.bodyType ?? 'application/json']: { schema: body } } },
    }),
    ...(upload && { requestBody: { required: true, content: { [mediaTypeOf(upload)]: { schema: upload } } } }),
    responses: responsesOf(spec),
  };
}

function describe(spec: RouteSpec): { description?: string } {
  const scopes = scopesOf(spec);
  const texts = [
    spec.description,
    scopes === 'every' ? 'Every key of a program may call this.' : describeScopes(scopes),
  ];
  const text = texts.filter((each) => each !== undefined && each !== '').join(' ');
  return text === '' ? {} : { description: text };
}

function describeScopes(scopes: ReadonlySet<Scope>): string {
  if (scopes.size === 0) return '';
  const [first] = scopes;
  const needed = first === undefined ? 0 : rightsOfScopes([first]);
  const roles = NODE_ROLES.filter((role) => covers(rightsOfRole(role, { mayEmergency: true }), needed));
  return `Members need one of the roles ${roles.join(', ')}; keys of programs the scope ${[...scopes].join(' or ')}.`;
}

function securityOf({ access }: RouteSpec): Record<string, string[]>[] {
  if (access === 'public') return [];
  if (access === 'service') return [{ service_secret: [] }];
  if (access === 'engine') return [{ engine_secret: [] }];
  if (access === 'scim') return [{ scim_token: [] }];
  const userKey: Record<string, string[]>[] = [{ user_key: [] }, { bearer: [] }];
  return access === 'device-or-admin' || access === 'device-or-signed-in' ? [{ device_key: [] }, ...userKey] : userKey;
}

function responsesOf(spec: RouteSpec): ZodOpenApiResponsesObject {
  const status = String(spec.answer === null ? 204 : (spec.status ?? 200)) as '200';
  return {
    [status]: {
      description: spec.summary,
      ...(spec.answer && { content: { [mediaTypeOf(spec.answer)]: { schema: spec.answer } } }),
      ...(spec.headers && {
        headers: Object.fromEntries(
          Object.entries(spec.headers).map(([name, description]) => [
            name,
            { description, schema: { type: 'string' as const } },
          ]),
        ),
      }),
    },
    ...Object.fromEntries(Object.entries(errorsOf(spec)).map(([status, codes]) => [status, errorResponse(codes)])),
  };
}

const mediaTypeOf = (answer: object): string =>
  answer instanceof z.ZodFile
    ? (z.toJSONSchema(answer).contentMediaType ?? 'application/octet-stream')
    : 'application/json';

const errorResponse = (codes: string[]) => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: errorEnvelopeSchema } },
});

function errorsOf(spec: RouteSpec): Record<string, string[]> {
  const codes = new Set<ErrorCode>(spec.errors);
  if (spec.access !== 'public') codes.add('unauthenticated');
  // Too many wrong keys of the address.
  if (spec.access !== 'public' && spec.access !== 'service' && spec.access !== 'engine') codes.add('rate_limited');
  if (spec.access === 'admin' || spec.access === 'root' || spec.access === 'device-or-admin' || spec.ownKeyOnly)
    codes.add('forbidden');
  if (spec.params ?? spec.query ?? spec.body) codes.add('invalid_input');
  if (spec.body) codes.add('invalid_json').add('payload_too_large').add('unsupported_media_type');
  codes.add('internal').add('database_unavailable');
  return Object.groupBy([...codes], (code) => ERROR_STATUS[code]);
}
