import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../hardware/clock.ts';

/** A player asks for the head of a file, then for parts of it. */
const REQUESTS_MAX = 20;
/** Within this time after it was offered, or longer where the sound lasts longer. */
const OFFERED_MS = 60_000;
const OFFERS_MAX = 1_000;
const CONNECTIONS_MAX = 50;

export type AudioServer = {
  /** An address that nobody can guess, for one playing of a file. @param host of this machine */
  offer(path: string, durationMs: number, host: string): Promise<string>;
  close(): void;
};

type Offer = { path: string; until: number; left: number };

/** Where media players fetch what they are to play. Opens a free port with the first offer. */
export function createAudioServer(clock: Clock): AudioServer {
  const offers = new Map<string, Offer>();
  let server: Promise<Server> | null = null;

  function forgetOld(): void {
    for (const [token, { until }] of offers) if (until < clock.monotonic()) offers.delete(token);
  }

  async function answer({ url = '', method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    forgetOld();
    const offer = offers.get(url.slice(1));
    if (!offer || --offer.left < 0 || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    const { size } = await stat(offer.path);
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = Math.min(to ? Number(to) : size - 1, size - 1);
    if (start > end) {
      response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
      return;
    }
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': await typeOf(offer.path),
      'content-length': end - start + 1,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    if (method === 'HEAD') response.end();
    else await pipeline(createReadStream(offer.path, { start, end }), response);
  }

  function listen(): Promise<Server> {
    const started = createServer((request, response) => {
      answer(request, response).catch(() => response.destroy());
    });
    started.maxConnections = CONNECTIONS_MAX;
    return new Promise((resolve, reject) => {
      started.once('error', reject);
      started.listen(0, () => resolve(started.unref()));
    });
  }

  return {
    async offer(path, durationMs, host) {
      forgetOld();
      if (offers.size >= OFFERS_MAX) throw new Error('too much is played at once');
      server ??= listen();
      const { port } = (await server).address() as AddressInfo;
      const token = randomBytes(32).toString('hex');
      offers.set(token, { path, until: clock.monotonic() + Math.max(OFFERED_MS, 2 * durationMs), left: REQUESTS_MAX });
      return `http://${host.includes(':') ? `[${host}]` : host}:${port}/${token}`;
    },
    close: () => void server?.then((started) => started.close()).catch(() => {}),
  };
}

const TYPES: Record<string, string> = { RIFF: 'audio/wav', OggS: 'audio/ogg', fLaC: 'audio/flac' };

async function typeOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return TYPES[buffer.toString('latin1')] ?? 'audio/mpeg';
  } finally {
    await file.close();
  }
}
