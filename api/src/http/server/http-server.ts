import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limitReceiveTime, type MinimumRate, UPLOAD_TIMEOUT_MS } from '../files/receive-time.ts';
import { limitSendTime } from '../files/send-time.ts';
import { addressKey } from '@belfry/schemas/domain/address';
import type { Express, RequestHandler, Request } from 'express';
import { createSemaphore } from '../../lib/semaphore.ts';
import { rateLimited } from '../rate-limit/rate-limit.ts';
import { collectDefaultMetrics, register } from 'prom-client';

const DRAIN_MS = 4_000;
const SWEEP_MS = 20;
/** How long an idle connection stays open: longer than clients keep it, so that the server does not close one while a request arrives. */
const KEEP_ALIVE_MS = 65_000;
/** For the headers, then for a body that is no upload; a connection that sends nothing is closed after it, too. */
export const RECEIVE_TIMEOUT_MS = 15_000;
/** For connections on which nothing moves; longer than every handler takes. */
const STALLED_MS = 120_000;
const CHECK_MS = 1_000;

export function createHttpServer(
  app: RequestListener,
  receiveTimeoutMs = RECEIVE_TIMEOUT_MS,
  answerRate?: MinimumRate,
): Server {
  const server: Server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: receiveTimeoutMs,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, receiveTimeoutMs),
      // Some clients offer HTTP/2 with each request, which is answered as it is.
      shouldUpgradeCallback: ({ headers }) =>
        server.listenerCount('upgrade') > 0 && headers.upgrade?.toLowerCase() === 'websocket',
    },
    (req, res) => {
      limitReceiveTime(req, res, receiveTimeoutMs);
      limitAnswer(res);
      app(req, res);
    },
  );
  server.setTimeout(STALLED_MS);
  const limitAnswer = limitSendTime(server, answerRate);
  return server;
}

/** @returns the port, which the system chooses for 0. Rejects with an error that names the setting. */
export function listen(server: Server, setting: string, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`${setting}: ${error.message}`, { cause: error })));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Waits for running requests, for at most DRAIN_MS. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A keep-alive connection becomes idle only after its request was answered.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}

type IsProxy = (address: string) => boolean;

export function isProxyOf(app: Express): IsProxy {
  const trusts: (address: string, hop: number) => boolean = app.get('trust proxy fn');
  return (address) => trusts(address, 0);
}

const RETRY_AFTER_S = 5;
const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  `Retry-After: ${RETRY_AFTER_S}`,
  'Connection: close',
  'Content-Length: 0',
  '\r\n',
].join('\r\n');
const TOO_MANY = 'Too many requests at once from this address. Please try again shortly.';

/**
 * Closes connections of an address beyond the maximum, so that one client cannot exhaust the file descriptors of the
 * process. Trusted proxies are not counted; `limitRequests` counts the clients behind them.
 */
export function limitConnections(server: Server, max: number, isProxy: IsProxy): void {
  const addresses = createSemaphore<string>({ perKey: max });
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const release = addresses.tryAcquire(addressKey(address));
    if (release) socket.once('close', release);
    else socket.end(REFUSAL, () => socket.destroySoon());
  });
}

/** Limits clients behind a trusted proxy, whose connections end at the proxy, by their concurrent requests. */
export function limitRequests(max: number, isProxy: IsProxy): RequestHandler {
  const addresses = createSemaphore<string>({ perKey: max });
  return (req, res, next) => {
    const address = req.ip ?? '';
    // The proxy itself, such as its health check, or a caller on this machine.
    if (isProxy(address)) return next();
    const release = addresses.tryAcquire(addressKey(address));
    if (!release) throw rateLimited(RETRY_AFTER_S, TOO_MANY);
    res.once('close', release);
    next();
  };
}

type Trusts = (address: string, hop: number) => boolean;
/** Clients write what they like into X-Forwarded-For, so what is remembered is bounded. */
const MAX_ADDRESSES = 10_000;
const MAX_LENGTH = 64;

/** Each address is compared with the list once, not several times a request. */
export function trustProxies(app: Express, list: string): void {
  app.set('trust proxy', list);
  const trusts: Trusts = app.get('trust proxy fn');
  const byAddress = new Map<string, boolean>();
  app.set('trust proxy', (address: string, hop: number): boolean => {
    const remembered = byAddress.get(address);
    if (remembered !== undefined) return remembered;
    const trusted = trusts(address, hop);
    if (address.length > MAX_LENGTH) return trusted;
    if (byAddress.size >= MAX_ADDRESSES) byAddress.clear();
    byAddress.set(address, trusted);
    return trusted;
  });
}

collectDefaultMetrics();

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Headers that proxies add: a request with one of them was forwarded. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

export const prometheus: RequestHandler = async (_req, res) => {
  res.type(register.contentType).send(await register.metrics());
};

/** Continues for a caller on this machine that came without a proxy; for anybody else the path does not exist. */
export const loopbackOnly: RequestHandler = (req, _res, next) => next(isDirectLoopback(req) ? undefined : 'router');

const isDirectLoopback = ({ socket, headers }: Request): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
