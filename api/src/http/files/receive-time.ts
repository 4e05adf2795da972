import type { IncomingMessage, ServerResponse } from 'node:http';

/** The time limit of an upload: 100 MB at 0.5 Mbit/s. A connection without any data is closed earlier. */
export const UPLOAD_TIMEOUT_MS = 30 * 60_000;
const REQUEST_TIMEOUT = 408;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection of a client that sends its body too slowly. Call it before the request is handled. */
export function limitReceiveTime(req: IncomingMessage, res: ServerResponse, timeoutMs: number): void {
  if (!hasBody(req)) return;
  const timer = setTimeout(() => {
    if (req.complete) return;
    if (!res.headersSent) res.writeHead(REQUEST_TIMEOUT, { Connection: 'close' }).end();
    req.socket.destroySoon();
  }, timeoutMs).unref();
  timers.set(req, timer);
  req.once('close', () => clearTimeout(timer));
}

/** Ends this limit for an upload, to which only UPLOAD_TIMEOUT_MS applies. */
export const allowUpload = (req: IncomingMessage): void => clearTimeout(timers.get(req));
