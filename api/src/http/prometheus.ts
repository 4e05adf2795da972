import type { Request, RequestHandler } from 'express';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

collectDefaultMetrics();

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** GET /metrics, for callers on this machine only unless METRICS_PUBLIC; what a proxy passes on is not from here. */
export function prometheus({ METRICS_PUBLIC }: Pick<Config, 'METRICS_PUBLIC'>): RequestHandler {
  return async (req, res) => {
    if (!METRICS_PUBLIC && !isLocal(req)) throw new AppError('forbidden', 'Metrics are read on this machine only');
    res.type(register.contentType).send(await register.metrics());
  };
}

const isLocal = ({ socket, headers }: Request): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined;
