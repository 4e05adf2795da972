import type { IncomingMessage, ServerResponse } from 'node:http';

/** The time limit of an upload: 100 MB at 0.5 Mbit/s. A connection without any data is closed earlier. */
export const UPLOAD_TIMEOUT_MS = 30 * 60_000;
const REQUEST_TIMEOUT = 408;

export type MinimumRate = { bytesPerSecond: number; overMs: number; checkMs: number };
const UPLOAD_RATE: MinimumRate = { bytesPerSecond: 16 * 1024, overMs: 30_000, checkMs: 1_000 };

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Called before the request is handled. */
export function limitReceiveTime(req: IncomingMessage, res: ServerResponse, timeoutMs: number): void {
  if (!hasBody(req)) return;
  const timer = setTimeout(() => closeSlow(req, res), timeoutMs).unref();
  timers.set(req, timer);
  req.once('close', () => clearTimeout(timer));
}

const FAREWELL_MS = 1_000;

function closeSlow(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) return;
  if (!res.headersSent) res.writeHead(REQUEST_TIMEOUT, { Connection: 'close' }).end();
  // Node forgets the request when its answer has ended, so that the end of the connection alone would leave whoever reads it waiting for ever.
  const end = (): void => void req.destroy();
  const timer = setTimeout(end, FAREWELL_MS).unref();
  req.socket.once('close', end);
  req.once('close', () => clearTimeout(timer));
  req.socket.destroySoon();
}

/** Ends this limit for an upload, to which UPLOAD_TIMEOUT_MS and a minimum rate apply instead. */
export function allowUpload(req: IncomingMessage, res: ServerResponse, rate: MinimumRate = UPLOAD_RATE): void {
  clearTimeout(timers.get(req));
  if (!hasBody(req)) return;
  const samples: number[] = [req.socket.bytesRead];
  const timer = setInterval(() => {
    if (req.complete || res.headersSent) return clearInterval(timer);
    // The client cannot send more while the server does not read, as in a queue.
    if (req.readableLength >= req.readableHighWaterMark) samples.length = 0;
    samples.push(req.socket.bytesRead);
    if (samples.length <= rate.overMs / rate.checkMs) return;
    const received = req.socket.bytesRead - (samples.shift() ?? 0);
    if (received >= (rate.bytesPerSecond * rate.overMs) / 1_000) return;
    clearInterval(timer);
    closeSlow(req, res);
  }, rate.checkMs).unref();
  req.once('close', () => clearInterval(timer));
}
