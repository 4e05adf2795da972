import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { PAGE_FRAME_MAX_BYTES } from '@belfry/schemas/mqtt/page-frames';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '../../deps.ts';
import { hashKey } from '../../lib/keys.ts';
import { endPage } from './end-page.service.ts';
import { claimPage, type StoredPage } from './live-pages.repository.ts';
import { ALIVE_MS, startSpeech } from './speak.ts';

const PATH = /^\/api\/pages\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/audio$/;
const TOKEN = /^[\w-]{43}$/;
/** A speaker sends a frame in one piece; proxies may split it. */
const LIMITS = { maxPayload: PAGE_FRAME_MAX_BYTES, maxFragments: 16, maxBufferedChunks: 256 };
/** The close codes of a page that has ended, and of data that is no frame (RFC 6455 §7.4.1). */
const [NORMAL, UNSUPPORTED_DATA] = [1000, 1003];
/** A speaker with more unread bytes is not told this state, but the next one. */
const TOLD_BACKLOG_BYTES = 256 * 1024;

export type AudioSockets = {
  /** Refuses every request but that of a page with its token. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

export function createAudioSockets(deps: Deps): AudioSockets {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, ...LIMITS });

  async function claim(request: IncomingMessage): Promise<StoredPage | undefined> {
    const url = URL.parse(request.url ?? '', 'http://belfry');
    const pageId = PATH.exec(url?.pathname ?? '')?.[1];
    const token = url?.searchParams.get('token') ?? '';
    if (pageId === undefined || !TOKEN.test(token)) return undefined;
    const aliveUntil = new Date(Date.now() + ALIVE_MS);
    return claimPage(deps.db, { pageId, tokenHash: hashKey(token), aliveUntil });
  }

  async function open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const page = await claim(request);
    if (!page) return refuse(socket, '404 Not Found');
    const opened: WebSocket[] = [];
    sockets.handleUpgrade(request, socket, head, (webSocket) => opened.push(webSocket));
    for (const webSocket of opened) serve(deps, page, webSocket);
    // What asked for it is gone, or was no WebSocket: the token is used.
    if (opened.length === 0) await endPage(deps, page.page_id, { by: 'socket' });
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      open(request, socket, head).catch((error: unknown) => {
        deps.log.debug({ err: error }, 'the socket of a live page could not be opened');
        refuse(socket, '503 Service Unavailable');
      });
    },
  };
}

function refuse(socket: Duplex, status: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function serve(deps: Deps, page: StoredPage, socket: WebSocket): void {
  const speech = startSpeech(deps, page, {
    tell(state) {
      if (socket.readyState !== socket.OPEN || socket.bufferedAmount > TOLD_BACKLOG_BYTES) return;
      socket.send(JSON.stringify(state));
    },
    close: () => socket.close(NORMAL),
  });
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary && Buffer.isBuffer(data)) return speech.receive(data);
    socket.close(UNSUPPORTED_DATA);
    void speech.end('socket');
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => void speech.end('socket'));
}
