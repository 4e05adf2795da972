import { connect, createServer, type Socket } from 'node:net';
import { probePort } from '@belfry/infra/local/ports';

/** A TCP proxy between the api and Postgres that can interrupt the connection. */
export type TcpProxy = {
  /** The URL with the proxy's host and port instead of the server's. */
  proxiedUrl(url: string): string;
  interrupt(): Promise<void>;
  restore(): Promise<void>;
  stop(): Promise<void>;
};

export async function createTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let target = { host: '', port: 0 };
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const port = await probePort(0, '127.0.0.1');
  await listen(port);
  return {
    proxiedUrl(url) {
      const address = new URL(url);
      target = { host: address.hostname, port: Number(address.port) };
      address.hostname = '127.0.0.1';
      address.port = String(port);
      return address.href;
    },
    interrupt: close,
    restore: () => listen(port),
    stop: async () => {
      if (server.listening) await close();
    },
  };
}
