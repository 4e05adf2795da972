import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export type ConnectProxy = {
  url: string;
  /** The ports that were asked for, in their order. */
  asked: number[];
  close(): void;
};

/** An HTTP proxy of a guarded network: it lets CONNECT by to some ports only, and cuts what was silent for `idleMs`. */
export async function startConnectProxy(ports: readonly number[], idleMs: number): Promise<ConnectProxy> {
  const asked: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '' }, client: Socket, head: Buffer) => {
    client.on('error', () => undefined);
    const port = Number(url.split(':')[1]);
    asked.push(port);
    if (!ports.includes(port)) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const server = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.write(head);
      client.pipe(server).pipe(client);
    });
    const cut = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', cut);
    }
    // Either direction counts, as at proxies.
    client.setTimeout(idleMs, cut);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
