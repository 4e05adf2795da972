import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '@belfry/schemas/domain/address';
import type { Express, RequestHandler } from 'express';
import { createSemaphore } from '../../lib/semaphore.ts';
import { rateLimited } from '../rate-limit/rate-limit.ts';

/** Whether X-Forwarded-For of this address is trusted. */
export type IsProxy = (address: string) => boolean;

/** Uses the setting TRUST_PROXY of the app. */
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
