import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between the api and Postgres, and takes Postgres away as a cable that is pulled would. */
export type Relay = {
  /** The address of the relay in the place of the server's; what follows the address stays. */
  before(url: string): string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  stop(): Promise<void>;
};

export async function createRelay(): Promise<Relay> {
  const sockets = new Set<Socket>();
  let target = { host: '', port: 0 };
  const server = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
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
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    before(url) {
      const address = new URL(url);
      target = { host: address.hostname, port: Number(address.port) };
      address.hostname = '127.0.0.1';
      address.port = String(port);
      return address.href;
    },
    cut: close,
    mend: () => listen(port),
    stop: async () => {
      if (server.listening) await close();
    },
  };
}
