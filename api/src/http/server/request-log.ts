import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';

const SLOW_MS = 1_000;
/** Accepted values of X-Request-Id; others could forge log lines. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The code of a device that waits to be paired is valid for minutes. */
const CODE_IN_PATH = /(\/devices\/pair\/)[^/]+/i;

type Logged = IncomingMessage & { id?: unknown; originalUrl?: string };

export const requestId = ({ id }: Logged): string => (typeof id === 'string' ? id : '');

/**
 * Gives each request an id (X-Request-Id in and out) and logs it when it has ended: as info when it failed or was slow, else as
 * debug. A logger per request, as pino-http has, costs a tenth of a command, also where nothing is logged.
 */
export const requestLog =
  (log: Logger) =>
  (req: Logged, res: ServerResponse, next: () => void): void => {
    const given = req.headers['x-request-id'];
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    req.id = id;
    res.setHeader('X-Request-Id', id);
    const startedAt = performance.now();
    const ip = req.socket.remoteAddress;
    res.once('close', () => logEnd(log, { req, res, id, ip, tookMs: performance.now() - startedAt }));
    next();
  };

type Ended = { req: Logged; res: ServerResponse; id: string; ip: string | undefined; tookMs: number };

function logEnd(log: Logger, { req, res, id, ip, tookMs }: Ended): void {
  // The routers shorten `url` while they handle the request. Without the query, which may contain search texts and one-time tokens.
  const path = (req.originalUrl ?? req.url)?.split('?', 1)[0]?.replace(CODE_IN_PATH, '$1…');
  const level = levelOf(path, res.statusCode, tookMs);
  if (!log.isLevelEnabled(level)) return;
  const fields = {
    req: { id, method: req.method, path, ip },
    res: { status: res.statusCode },
    responseTime: Math.round(tookMs),
  };
  log[level](fields, res.writableFinished ? 'request completed' : 'request aborted');
}

function levelOf(path: string | undefined, status: number, tookMs: number): 'warn' | 'info' | 'debug' {
  // A 503 of the readiness check is frequent; the unavailable dependency is logged elsewhere.
  if (path?.endsWith('/health/ready') === true) return 'debug';
  if (status >= 500) return 'warn';
  return status >= 400 || tookMs > SLOW_MS ? 'info' : 'debug';
}
