import type { Request, RequestHandler } from 'express';
import { collectDefaultMetrics, register } from 'prom-client';

collectDefaultMetrics();

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Headers that proxies add: a request with one of them was forwarded. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** GET /metrics: the metrics of this process in the Prometheus text format. */
export const prometheus: RequestHandler = async (_req, res) => {
  res.type(register.contentType).send(await register.metrics());
};

/** Continues for a caller on this machine that came without a proxy; for anybody else the path does not exist. */
export const loopbackOnly: RequestHandler = (req, _res, next) => next(isDirectLoopback(req) ? undefined : 'router');

const isDirectLoopback = ({ socket, headers }: Request): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
