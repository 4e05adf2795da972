import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressKey } from '@belfry/schemas/domain/address';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { PendingConnections, type PendingLimits } from '../limits/pending-connections.ts';
import { startListeningHttp, type Address, type ConnectionHandler, type Listener } from './listener.ts';
import { peerReader } from './peer.ts';
import { CHUNK_OVERHEAD_BYTES, type Transport } from '../transport/transport.ts';

const PATH = '/mqtt';
const SUBPROTOCOL = 'mqtt';
/**
 * Limits of one message: each fragment, and each chunk in which a frame arrives, has an overhead of hundreds of bytes. Clients
 * send a message in one frame; proxies may split it.
 */
const CHUNK_LIMITS = { maxFragments: 64, maxBufferedChunks: 2_048 };

export type WsOptions = Address & {
  origins: readonly string[];
  originPorts: readonly string[];
  isProxy: (address: string) => boolean;
  pending: PendingLimits;
  maxMessageBytes: number;
  maxConnections: number;
  connectTimeoutMs: number;
};
type Refusal = { status: string; reason: string };

/** MQTT over WebSocket at `/mqtt` with the subprotocol `mqtt` from allowed origins. Other requests get an HTTP error. */
export function listenWs(options: WsOptions, handler: ConnectionHandler): Promise<Listener> {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: options.maxMessageBytes,
    ...CHUNK_LIMITS,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  const server = createServer({
    headersTimeout: options.connectTimeoutMs,
    requestTimeout: options.connectTimeoutMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 8 * 1024,
  });
  server.maxConnections = options.maxConnections;
  const opening = limitBeforeUpgrade(server, options, handler);
  const peerOf = peerReader(options.isProxy);
  server.on('request', (_request, response) => response.writeHead(426, { connection: 'close' }).end());
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    opening.remove(request.socket);
    const peer = peerOf(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    const refusal = upgradeRefusal(request, options) ?? capacityRefusal(handler, peer);
    if (refusal) {
      handler.onRefused(refusal.reason);
      socket.end(`HTTP/1.1 ${refusal.status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => handler.onConnection(wsTransport(webSocket, peer)));
  });
  return startListeningHttp(server, options);
}

/** Limits the sockets that have not requested the upgrade yet, which the connection registry does not count. */
function limitBeforeUpgrade(
  server: Server,
  { pending, isProxy }: WsOptions,
  handler: ConnectionHandler,
): PendingConnections<Socket> {
  const opening = new PendingConnections<Socket>(pending, (socket) => {
    socket.destroy();
    handler.onRefused('idle');
  });
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? '';
    const group = isProxy(remote) ? null : addressKey(remote);
    opening.makeRoom(group);
    opening.add(socket, group);
    socket.once('close', () => opening.remove(socket));
  });
  return opening;
}

const capacityRefusal = (handler: ConnectionHandler, peer: string): Refusal | null =>
  handler.makeRoom('ws', peer) ? null : { status: '503 Service Unavailable', reason: 'full' };

function upgradeRefusal(request: IncomingMessage, { origins, originPorts, isProxy }: WsOptions): Refusal | null {
  const { url = '', headers } = request;
  if (URL.parse(url, 'http://belfry')?.pathname !== PATH) return { status: '404 Not Found', reason: 'path' };
  const page = { origin: headers.origin, host: headers.host, scheme: schemeOf(request, isProxy) };
  if (!isOriginAllowed(page, { origins, ports: originPorts })) return { status: '403 Forbidden', reason: 'origin' };
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return offered.includes(SUBPROTOCOL) ? null : { status: '400 Bad Request', reason: 'subprotocol' };
}

/** `scheme`: `http` or `https`, null where it is unknown. */
type PageRequest = { origin: string | undefined; host: string | undefined; scheme: string | null };
/** `origins`: `https://console.example`, `*` for all; without any, those of the same host and one of these ports. */
type AllowedPages = { origins: readonly string[]; ports: readonly string[] };

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * Whether a page of this origin may open a WebSocket. A browser always sends `Origin` and pages cannot forge it; a client
 * without it is not a browser, so the request cannot come from a page of another origin. Where no origins are listed, scheme and host must be those
 * of the request, and the port that of the request or of the console: another port of a host may belong to somebody else.
 */
export function isOriginAllowed({ origin, host, scheme }: PageRequest, allowed: AllowedPages): boolean {
  if (origin === undefined) return true;
  if (allowed.origins.length > 0) return allowed.origins.includes('*') || allowed.origins.includes(origin);
  const page = URL.parse(origin);
  if (!page || !(page.protocol in DEFAULT_PORTS)) return false;
  if (scheme !== null && page.protocol !== `${scheme}:`) return false;
  // A host without a port has the default one of the scheme.
  const own = URL.parse(`${page.protocol}//${host ?? ''}`);
  if (!own || page.hostname !== own.hostname) return false;
  return [portOf(own), ...allowed.ports].includes(portOf(page));
}

const portOf = ({ port, protocol }: URL): string => port || (DEFAULT_PORTS[protocol] ?? '');

/** How the page's browser has sent the request, as a trusted proxy says; null where it says nothing. */
function schemeOf({ socket, headers }: IncomingMessage, isProxy: (address: string) => boolean): string | null {
  const given = headers['x-forwarded-proto'];
  if (!isProxy(socket.remoteAddress ?? '')) return 'http';
  if (given === undefined) return headers['x-forwarded-for'] === undefined ? 'http' : null;
  // The first proxy is the one that the browser speaks to.
  const scheme = [given].flat().join(',').split(',')[0]?.trim().toLowerCase() ?? '';
  return scheme.replace(/^ws/, 'http');
}

/**
 * A WebSocket is pinged so often, and browsers answer by themselves: proxies end connections that are silent for 30 or 60 s, and the timers of a
 * hidden page, which send the pings of MQTT, run once a minute.
 */
export const WS_PING_MS = 20_000;

/** The close code for data of a type that cannot be accepted (RFC 6455 §7.4.1). */
const UNSUPPORTED_DATA = 1003;

/**
 * MQTT in binary WebSocket messages. Each `write` is one frame: the connection combines the writes of one turn of the
 * event loop, whereas the stream of `ws` sends five frames for one MQTT message.
 */
export function wsTransport(socket: WebSocket, peer: string): Transport {
  let waiting = 0;
  let onDrain: (() => void) | undefined;
  const sent = (error?: Error | null): void => {
    waiting--;
    if (!error) onDrain?.();
  };
  return {
    protocol: 'ws',
    peer,
    get buffered() {
      return socket.bufferedAmount + waiting * CHUNK_OVERHEAD_BYTES;
    },
    write: (bytes) => {
      if (socket.readyState !== socket.OPEN) return;
      waiting++;
      socket.send(bytes, { binary: true, compress: false }, sent);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    end: () => socket.close(),
    destroy: () => socket.terminate(),
    start(handlers) {
      onDrain = handlers.onDrain;
      socket.on('message', (data: RawData, isBinary: boolean) => {
        // [MQTT-6.0.0-1]: only binary frames are allowed.
        if (!isBinary) socket.close(UNSUPPORTED_DATA);
        else if (Buffer.isBuffer(data)) handlers.onData(data);
      });
      // A client that does not read has something to read already.
      const pings = setInterval(() => socket.bufferedAmount === 0 && socket.ping(), WS_PING_MS);
      socket.on('error', handlers.onError);
      socket.on('close', () => {
        clearInterval(pings);
        handlers.onEnd();
      });
    },
  };
}
