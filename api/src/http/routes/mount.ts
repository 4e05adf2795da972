import { FORM } from '@belfry/schemas/http/endpoint';
import { SCIM_JSON } from '@belfry/schemas/http/single-sign-on/scim';
import express from 'express';
import { Router, type RequestHandler, type Response, type Request } from 'express';
import { decodeText } from '../../lib/decode-text.ts';
import { AppError, fieldError } from '../../errors.ts';
import { endWithJson, sendBytes, sendChunks, sendStored } from '../files/send-stored.ts';
import { allowUpload } from '../files/receive-time.ts';
import { requestId } from '../server/request-log.ts';
import { guard, type GuardDeps } from './guard.ts';
import { scopesOf } from './scopes.ts';
import { Reply, type CallRecorder, type Context, type Route, type RouteSpec } from './route.ts';
import type { ErrorDetail } from '@belfry/schemas/http/errors';
import type { z } from 'zod';

type Input = { params: unknown; query: unknown; body: unknown };
/** Throws invalid_input with every invalid field. */
function validate(spec: RouteSpec, req: Request): Input {
  const input: Input = { params: req.params, query: req.query, body: bodyOf(spec, req) };
  for (const part of PARTS) checkText(part, input[part]);
  return {
    params: parse(spec.params, input.params),
    query: parse(spec.query, input.query),
    body: parse(spec.body, input.body),
  };
}
const PARTS = ['params', 'query', 'body'] as const;
function bodyOf({ body, bodyType }: RouteSpec, req: Request): unknown {
  if (!body || req.body !== undefined) return req.body;
  // The body parser ignores bodies of other types. A missing body counts as an empty object.
  if (hasBody(req)) throw new AppError('unsupported_media_type', `The body must be ${bodyType ?? 'application/json'}`);
  return {};
}
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(toDetail);
  throw new AppError('invalid_input', sentence(details), { details });
}
const toDetail = ({ path, message }: z.core.$ZodIssue): ErrorDetail => ({ path: path.map(String).join('.'), message });
/** The beginnings of zod's own messages; no message of the schemas begins so. */
const ZOD_MESSAGE =
  /^(Invalid (input|option|string|number|key|value|element|discriminator|email|ISO|URL|UUID)|Too (big|small)|Unrecognized)/;
/** A message of zod itself is prefixed with the name of the field. */
function sentence([first]: ErrorDetail[]): string {
  if (!first) return 'Invalid input';
  return first.path !== '' && ZOD_MESSAGE.test(first.message) ? `${first.path}: ${first.message}` : first.message;
}

const BODY_LIMIT_BYTES = 100_000;

/** Tests turn it on; in production answers are trusted. */
export type AnswerCheck = (spec: RouteSpec, json: string) => void;

type MountOptions = {
  check?: AnswerCheck | undefined;
  compress?: boolean;
  record?: CallRecorder;
};

/** Other methods of a path get 405. */
export function mountRoutes<D>(
  router: Router,
  routes: readonly Route<D>[],
  deps: NoInfer<D> & GuardDeps,
  options: MountOptions = {},
): void {
  // A router compares a request with each of its routes in turn, so the routes of each first segment have one, which is looked up.
  const bySegment = new Map<string, Router>();
  for (const [segment, sharing] of Map.groupBy(routes, ({ spec }) => firstSegment(spec.path))) {
    const inner = Router();
    mountAll(inner, sharing, deps, options);
    bySegment.set(segment.toLowerCase(), inner);
  }
  router.use((req, res, next) => {
    const inner = bySegment.get(firstSegment(req.path).toLowerCase());
    if (inner) inner(req, res, next);
    else next();
  });
}

/** The first segment of a path, which is never a parameter, with its slash. */
const firstSegment = (path: string): string => /^\/[^/]*/.exec(path)?.[0] ?? '/';

function mountAll<D>(
  router: Router,
  routes: readonly Route<D>[],
  deps: NoInfer<D> & GuardDeps,
  options: MountOptions,
): void {
  const pathOf = ({ spec }: Route<D>): string => expressPath(spec.path);
  for (const route of routes) {
    const { spec } = route;
    const parser = spec.body ? bodyParser(spec) : [];
    router[spec.method](
      pathOf(route),
      guard({ ...spec, scopes: scopesOf(spec) }, deps),
      ...parser,
      run(route, deps, options),
    );
  }
  for (const [path, sharing] of Map.groupBy(routes, pathOf)) router.all(path, wrongMethod(sharing));
}

function bodyParser({ access, bodyLimit: limit = BODY_LIMIT_BYTES, bodyType: type }: RouteSpec): RequestHandler[] {
  if (access === 'scim') return [express.json({ limit, type: ['application/json', SCIM_JSON] })];
  if (type === undefined) return [express.json({ limit })];
  if (type === FORM) return [express.urlencoded({ limit, extended: false })];
  // What is signed stays as it is.
  return type === 'application/json'
    ? [express.text({ limit, type })]
    : [express.raw({ limit, type }), decodeBody(type)];
}

/** Files of people are in whatever encoding their program has saved them, and browsers send them without its name. */
const decodeBody =
  (type: string): RequestHandler =>
  (req, res, next) => {
    if (Buffer.isBuffer(req.body)) {
      const { text, encoding } = decodeText(req.body, { ...hintsIn(req), type });
      req.body = text;
      res.locals['encoding'] = encoding;
    }
    next();
  };

const hintsIn = ({ headers }: Request) => ({
  declared: /;\s*charset="?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1],
  languages: headers['accept-language'],
});

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

function run<D>({ spec, handle }: Route<D>, deps: D, options: MountOptions): RequestHandler {
  return async (req, res) => {
    res.locals['route'] = spec.path;
    if (spec.upload) allowUpload(req, res);
    const context: Context<D> = {
      ...validate(spec, req),
      deps,
      user: res.locals['user'],
      device: res.locals['device'] ?? null,
      directory: res.locals['directory'] ?? null,
      policy: spec.policy,
      encoding: (res.locals['encoding'] as Context['encoding'] | undefined) ?? null,
      ip: req.ip ?? '',
      requestId: requestId(req),
      req,
    };
    try {
      const answer = (): unknown => handle(context);
      const { record } = options;
      await send(res, spec, await (record ? record(spec, context, answer) : answer()), options);
    } catch (error) {
      // Else the rest of a refused upload would have to be received before the next request.
      if (spec.upload && !req.complete && !res.headersSent) res.setHeader('Connection', 'close');
      throw error;
    }
  };
}

async function send(res: Response, spec: RouteSpec, outcome: unknown, options: MountOptions): Promise<void> {
  const { check, compress = false } = options;
  const reply = outcome instanceof Reply ? (outcome as Reply<unknown>) : Reply.of(outcome);
  for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
  if (spec.answer === null) {
    res.status(204).end();
    return;
  }
  if ('file' in reply.body) {
    const { store, file, inTurn } = reply.body;
    await sendStored(res, store, file, inTurn);
    return;
  }
  if ('chunks' in reply.body) {
    await sendChunks(res, reply.body.chunks, reply.body.type);
    return;
  }
  if ('bytes' in reply.body) {
    await sendBytes(res, reply.body.bytes, reply.body.type);
    return;
  }
  res.statusCode = reply.status ?? spec.status ?? 200;
  if ('text' in reply.body) {
    check?.(spec, JSON.stringify(reply.body.text));
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.end(reply.body.text);
    return;
  }
  const json = 'json' in reply.body ? reply.body.json : JSON.stringify(reply.body.value);
  check?.(spec, json);
  endWithJson(res, json, compress);
}

function wrongMethod(routes: readonly Pick<Route, 'spec'>[]): RequestHandler {
  const allowed = routes.map(({ spec }) => spec.method.toUpperCase()).join(', ');
  return (req, res) => {
    res.setHeader('Allow', allowed);
    throw new AppError('method_not_allowed', `${req.method} is not possible here; ${allowed} is`);
  };
}

/** Far deeper than every schema; it protects recursive functions from a stack overflow. */
const DEPTH_MAX = 64;

type Place = { value: unknown; path: readonly string[] };

/**
 * Refuses texts that Postgres cannot store: NUL and unpaired surrogates, in values and keys. Also refuses excessive
 * nesting; it does not use recursion itself.
 * @param part the part of the request, for the message
 */
export function checkText(part: 'params' | 'query' | 'body', input: unknown): void {
  const stack: Place[] = [{ value: input, path: [] }];
  for (let place = stack.pop(); place; place = stack.pop()) {
    const { value, path } = place;
    if (typeof value === 'string') {
      if (!isStorableText(value)) throw refusal(path, part, 'must not contain NUL or half of a surrogate pair');
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= DEPTH_MAX) throw refusal([], part, `is nested deeper than ${DEPTH_MAX} levels`);
      for (const [key, item] of Object.entries(value)) {
        if (!isStorableText(key)) throw refusal(path, part, 'has a name with NUL or half of a surrogate pair');
        stack.push({ value: item, path: [...path, key] });
      }
    }
  }
}

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function refusal(path: readonly string[], part: string, message: string): AppError {
  const field = path.join('.');
  const text = `${field === '' ? `The ${part === 'params' ? 'path' : part}` : field} ${message}`;
  return fieldError('invalid_input', field, text);
}
