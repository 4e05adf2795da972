import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers nothing before it is stopped, as one that is slow on purpose. */
export async function startHoldingServer() {
  const held = new Set<ServerResponse>();
  let ended = 0;
  const server = createServer((request, response) => {
    request.resume();
    held.add(response);
    response.once('close', () => {
      held.delete(response);
      ended += 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests that wait for their answer now, and those that wait no more. */
    held: (): number => held.size,
    ended: (): number => ended,
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
