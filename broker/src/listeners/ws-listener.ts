import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressKey } from '@belfry/schemas/domain/address';
import { WebSocketServer } from 'ws';
import { PendingConnections, type PendingLimits } from '../limits/pending-connections.ts';
import { startListeningHttp, type Address, type ConnectionHandler, type Listener } from './listener.ts';
import { isOriginAllowed } from './origin.ts';
import { peerReader } from './peer.ts';
import { wsTransport } from '../transport/ws-transport.ts';

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

/** How the page's browser has sent the request, as a trusted proxy says; null where it says nothing. */
function schemeOf({ socket, headers }: IncomingMessage, isProxy: (address: string) => boolean): string | null {
  const given = headers['x-forwarded-proto'];
  if (!isProxy(socket.remoteAddress ?? '')) return 'http';
  if (given === undefined) return headers['x-forwarded-for'] === undefined ? 'http' : null;
  // The first proxy is the one that the browser speaks to.
  const scheme = [given].flat().join(',').split(',')[0]?.trim().toLowerCase() ?? '';
  return scheme.replace(/^ws/, 'http');
}
