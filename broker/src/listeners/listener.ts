import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Transport } from '../transport/transport.ts';

/** A whole fleet reconnects at the same time after a restart; the kernel queues the connections. */
const BACKLOG = 4096;

export type Address = { host: string; port: number };
export type Listener = { port: number; close(): Promise<void> };

export type ConnectionHandler = {
  makeRoom(protocol: Transport['protocol'], peer: string): boolean;
  onConnection(transport: Transport): void;
  onRefused(reason: string): void;
};

/** Starts a server; rejects with the system's error (EADDRINUSE, EACCES) when it cannot listen. */
export async function startListening(server: Server, { host, port }: Address): Promise<Listener> {
  server.listen({ host, port, backlog: BACKLOG });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** As `startListening`, for HTTP, whose idle connections would delay `close`. Upgraded connections are not affected. */
export async function startListeningHttp(server: HttpServer, address: Address): Promise<Listener> {
  const listener = await startListening(server, address);
  return {
    port: listener.port,
    close: () => {
      const closed = listener.close();
      server.closeAllConnections();
      return closed;
    },
  };
}
