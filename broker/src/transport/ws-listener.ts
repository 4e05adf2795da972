import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { listeningHttp, type Address, type Door, type Listener } from './listening.ts';
import { mayConnectFrom } from './origin.ts';
import type { PeerOf } from './peer.ts';
import { wsCarrier } from './ws-carrier.ts';

const PATH = '/mqtt';
const SUBPROTOCOL = 'mqtt';

export type WsOptions = Address & {
  origins: readonly string[];
  peerOf: PeerOf;
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
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  const server = createServer({
    headersTimeout: options.connectTimeoutMs,
    requestTimeout: options.connectTimeoutMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 8 * 1024,
  });
  server.maxConnections = options.maxConnections;
  server.on('request', (_request, response) => response.writeHead(426, { connection: 'close' }).end());
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const refusal = whyNotUpgrade(request, options.origins, door);
    if (refusal) {
      door.refused(refusal.reason);
      socket.end(`HTTP/1.1 ${refusal.status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const peer = options.peerOf(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    sockets.handleUpgrade(request, socket, head, (webSocket) => door.welcome(wsCarrier(webSocket, peer)));
  });
  return listeningHttp(server, options);
}

function whyNotUpgrade(request: IncomingMessage, origins: readonly string[], door: Door): Refusal | null {
  const { url = '', headers } = request;
  if (URL.parse(url, 'http://belfry')?.pathname !== PATH) return { status: '404 Not Found', reason: 'path' };
  if (!mayConnectFrom(headers.origin, headers.host, origins)) return { status: '403 Forbidden', reason: 'origin' };
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.includes(SUBPROTOCOL)) return { status: '400 Bad Request', reason: 'subprotocol' };
  return door.hasRoomFor('ws') ? null : { status: '503 Service Unavailable', reason: 'full' };
}
