import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limitReceiveTime, UPLOAD_TIMEOUT_MS } from '../files/receive-time.ts';

/** How long running requests may take at shutdown. */
const DRAIN_MS = 4_000;
const SWEEP_MS = 20;
/** How long an idle connection stays open: longer than clients keep it, so that the server does not close one while a request arrives. */
const KEEP_ALIVE_MS = 65_000;
/** For the headers, then for a body that is no upload; a connection that sends nothing is closed after it, too. */
export const RECEIVE_TIMEOUT_MS = 15_000;
/** For clients that do not read their answer; longer than every handler takes. */
const STALLED_MS = 120_000;
const CHECK_MS = 1_000;

/** An HTTP server that does not wait for slow or silent clients. */
export function createHttpServer(app: RequestListener, receiveTimeoutMs = RECEIVE_TIMEOUT_MS): Server {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: receiveTimeoutMs,
      requestTimeout: UPLOAD_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, receiveTimeoutMs),
    },
    (req, res) => {
      limitReceiveTime(req, res, receiveTimeoutMs);
      app(req, res);
    },
  );
  server.setTimeout(STALLED_MS);
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

/** Accepts no new connections and waits for running requests, for at most DRAIN_MS. */
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
