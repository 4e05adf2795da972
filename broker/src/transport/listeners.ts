import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Carrier } from './carrier.ts';
import { mayConnectFrom } from './origin.ts';
import { tcpCarrier } from './tcp-carrier.ts';
import { wsCarrier } from './ws-carrier.ts';

/** A fleet comes back at once after a restart; the kernel holds the rest in line meanwhile. */
const BACKLOG = 4096;
const KEEP_ALIVE_DELAY_MS = 60_000;

export type Listener = { port: number; close(): Promise<void> };

/** Where new connections go, and whether there is room for one more. */
export type Door = {
  hasRoomFor(protocol: Carrier['protocol']): boolean;
  welcome(carrier: Carrier): void;
  refused(reason: string): void;
};
export type Address = { host: string; port: number };

/** MQTT over TCP. Rejects when the port cannot be had. */
export async function listenTcp({ host, port }: Address, door: Door): Promise<Listener> {
  const server = createTcpServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS },
    (socket) => {
      if (door.hasRoomFor('mqtt')) return door.welcome(tcpCarrier(socket));
      socket.destroy();
      return door.refused('full');
    },
  );
  return listening(server, host, port);
}

export type WsOptions = Address & { origins: readonly string[]; maxMessageBytes: number; connectTimeoutMs: number };

/** MQTT over WebSocket at `/mqtt`, subprotocol `mqtt`, from the origins allowed. Everything else gets a plain answer. */
export async function listenWs(options: WsOptions, door: Door): Promise<Listener> {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: options.maxMessageBytes,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  const server = createHttpServer({
    headersTimeout: options.connectTimeoutMs,
    requestTimeout: options.connectTimeoutMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 8 * 1024,
  });
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
    const peer = request.socket.remoteAddress ?? '';
    sockets.handleUpgrade(request, socket, head, (webSocket) => door.welcome(wsCarrier(webSocket, peer)));
  });
  return listening(server, options.host, options.port);
}

function whyNotUpgrade(request: IncomingMessage, origins: readonly string[], door: Door) {
  const { pathname } = URL.parse(request.url ?? '', 'http://belfry') ?? { pathname: '' };
  if (pathname !== '/mqtt') return { status: '404 Not Found', reason: 'path' };
  if (!mayConnectFrom(request.headers.origin, request.headers.host, origins)) {
    return { status: '403 Forbidden', reason: 'origin' };
  }
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.includes('mqtt')) return { status: '400 Bad Request', reason: 'subprotocol' };
  return door.hasRoomFor('ws') ? null : { status: '503 Service Unavailable', reason: 'full' };
}

/** Starts a server; the promise rejects with the system's error (EADDRINUSE, EACCES) when it cannot. */
export async function listening(server: Server, host: string, port: number): Promise<Listener> {
  server.listen({ host, port, backlog: BACKLOG });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
