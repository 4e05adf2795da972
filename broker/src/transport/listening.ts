import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Carrier } from './carrier.ts';

/** A fleet comes back at once after a restart; the kernel holds the rest in line meanwhile. */
const BACKLOG = 4096;

export type Address = { host: string; port: number };
export type Listener = { port: number; close(): Promise<void> };

/** Where new connections go, and whether there is room for one more. */
export type Door = {
  /** @param peer the client's address, of which there is a limited number of connections that are not known yet */
  makeRoom(protocol: Carrier['protocol'], peer: string): boolean;
  welcome(carrier: Carrier): void;
  refused(reason: string): void;
};

/** Starts a server; the promise rejects with the system's error (EADDRINUSE, EACCES) when it cannot. */
export async function listening(server: Server, { host, port }: Address): Promise<Listener> {
  server.listen({ host, port, backlog: BACKLOG });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The same for HTTP, whose idle connections would hold up its end. Upgraded ones are none of its any more. */
export async function listeningHttp(server: HttpServer, address: Address): Promise<Listener> {
  const listener = await listening(server, address);
  return {
    port: listener.port,
    close: () => {
      const closed = listener.close();
      server.closeAllConnections();
      return closed;
    },
  };
}
