import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressKey } from '@belfry/schemas/domain/address';
import { WebSocketServer } from 'ws';
import { PendingConnections, type PendingLimits } from '../limits/pending.ts';
import { listeningHttp, type Address, type Door, type Listener } from './listening.ts';
import { mayConnectFrom } from './origin.ts';
import { peerReader } from './peer.ts';
import { wsCarrier } from './ws-carrier.ts';

const PATH = '/mqtt';
const SUBPROTOCOL = 'mqtt';
/**
 * Of one message: each fragment, and each piece in which a frame arrives, costs hundreds of bytes besides its own. Clients
 * send a message in one frame; proxies may divide it.
 */
const PIECE_LIMITS = { maxFragments: 64, maxBufferedChunks: 2_048 };

export type WsOptions = Address & {
  origins: readonly string[];
  isProxy: (address: string) => boolean;
  pending: PendingLimits;
  maxMessageBytes: number;
  maxConnections: number;
  connectTimeoutMs: number;
};
type Refusal = { status: string; reason: string };

/** MQTT over WebSocket at `/mqtt`, subprotocol `mqtt`, from the origins allowed. Everything else gets a plain answer. */
export function listenWs(options: WsOptions, door: Door): Promise<Listener> {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: options.maxMessageBytes,
    ...PIECE_LIMITS,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  const server = createServer({
    headersTimeout: options.connectTimeoutMs,
    requestTimeout: options.connectTimeoutMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 8 * 1024,
  });
  server.maxConnections = options.maxConnections;
  const opening = limitOpening(server, options, door);
  const peerOf = peerReader(options.isProxy);
  server.on('request', (_request, response) => response.writeHead(426, { connection: 'close' }).end());
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    opening.remove(request.socket);
    const peer = peerOf(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    const refusal = whyNotUpgrade(request, options.origins) ?? whyFull(door, peer);
    if (refusal) {
      door.refused(refusal.reason);
      socket.end(`HTTP/1.1 ${refusal.status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => door.welcome(wsCarrier(webSocket, peer)));
  });
  return listeningHttp(server, options);
}

/** Limits the sockets that have not asked for a WebSocket yet: no connection of ours counts them. */
function limitOpening(server: Server, { pending, isProxy }: WsOptions, door: Door): PendingConnections<Socket> {
  const opening = new PendingConnections<Socket>(pending, (socket) => {
    socket.destroy();
    door.refused('idle');
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

const whyFull = (door: Door, peer: string): Refusal | null =>
  door.makeRoom('ws', peer) ? null : { status: '503 Service Unavailable', reason: 'full' };

function whyNotUpgrade(request: IncomingMessage, origins: readonly string[]): Refusal | null {
  const { url = '', headers } = request;
  if (URL.parse(url, 'http://belfry')?.pathname !== PATH) return { status: '404 Not Found', reason: 'path' };
  if (!mayConnectFrom(headers.origin, headers.host, origins)) return { status: '403 Forbidden', reason: 'origin' };
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return offered.includes(SUBPROTOCOL) ? null : { status: '400 Bad Request', reason: 'subprotocol' };
}
