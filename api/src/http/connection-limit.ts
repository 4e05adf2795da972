import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '@belfry/schemas/domain/address';
import type { Express, RequestHandler } from 'express';
import { rateLimited } from './rate-limit.ts';

/** Whether X-Forwarded-For of this address is believed. */
export type IsProxy = (address: string) => boolean;

/** By the setting TRUST_PROXY, as the app has it. */
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

/** How many of something each address has now. */
function createTally(max: number) {
  const counts = new Map<string, number>();
  return {
    /** Counts one more unless the address has as many as it may. @returns the undo, or null when it is refused */
    take(address: string): (() => void) | null {
      const key = addressKey(address);
      const count = counts.get(key) ?? 0;
      if (count >= max) return null;
      counts.set(key, count + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}

/**
 * Closes what an address opens beyond its share, so that one client cannot use up the descriptors of the process. A
 * trusted proxy is not counted: it speaks for many, whom `limitRequests` counts.
 */
export function limitConnections(server: Server, max: number, isProxy: IsProxy): void {
  const tally = createTally(max);
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const release = tally.take(address);
    if (release) socket.once('close', release);
    else socket.end(REFUSAL, () => socket.destroySoon());
  });
}

/** The same for those behind a trusted proxy, whose connections end there: by the requests that they have under way. */
export function limitRequests(max: number, isProxy: IsProxy): RequestHandler {
  const tally = createTally(max);
  return (req, res, next) => {
    const address = req.ip ?? '';
    // The proxy itself, such as its health check, or a caller on this machine.
    if (isProxy(address)) return next();
    const release = tally.take(address);
    if (!release) throw rateLimited(RETRY_AFTER_S, TOO_MANY);
    res.once('close', release);
    next();
  };
}
