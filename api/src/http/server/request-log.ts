import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serializeError } from '@belfry/schemas/logging/serialize-error';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../../log.ts';

const SLOW_MS = 1_000;
/** Accepted values of X-Request-Id; others could forge log lines. */
const REQUEST_ID = /^[\w.-]{8,64}$/;
const STARTED_AT = Symbol('startedAt');

type Timed = ServerResponse & { [STARTED_AT]?: number };

/** The id that the request log gave to a request. */
export const requestId = ({ id }: IncomingMessage): string => (typeof id === 'string' ? id : '');

/** Gives each request an id (X-Request-Id in and out) and logs it: as info when it failed or was slow, else as debug. */
export const requestLog = (log: Logger) =>
  pinoHttp<IncomingMessage, Timed>({
    logger: log,
    genReqId: (req, res) => {
      const given = req.headers['x-request-id'];
      const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
      res.setHeader('X-Request-Id', id);
      res[STARTED_AT] = performance.now();
      return id;
    },
    customLogLevel: (req, res) => {
      // A 503 of the readiness check is frequent; the unavailable dependency is logged elsewhere.
      if (req.url?.endsWith('/health/ready') === true) return 'debug';
      if (res.statusCode >= 500) return 'warn';
      const slow = performance.now() - (res[STARTED_AT] ?? 0) > SLOW_MS;
      return res.statusCode >= 400 || slow ? 'info' : 'debug';
    },
    serializers: {
      // Without the query, which may contain search texts and one-time tokens.
      req: (req: { id: unknown; method: string; url: string; remoteAddress: string }) => ({
        id: req.id,
        method: req.method,
        path: req.url.split('?', 1)[0],
        ip: req.remoteAddress,
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
      err: serializeError,
    },
    quietReqLogger: true,
  });
