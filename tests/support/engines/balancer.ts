import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP load balancer, as a deployment has it in front of nodes or instances. */
export type Balancer = {
  port: number;
  /** New connections go to this target first; without one to each in turn. */
  prefer(target?: number): void;
  stop(): Promise<void>;
};

/** A connection goes to the next target that accepts one. @param targets ports of this machine */
export async function startBalancer(targets: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  let preferred: number | undefined;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket
      .setNoDelay(true)
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket));
  };
  async function open(): Promise<Socket | null> {
    const first = turn++;
    const inTurn = targets.map((_port, at) => targets[(first + at) % targets.length] ?? 0);
    for (const port of preferred === undefined ? inTurn : [preferred, ...inTurn]) {
      const target = keep(connect(port, '127.0.0.1'));
      const isOpen = await once(target, 'connect').then(
        () => true,
        () => false,
      );
      if (isOpen) return target;
    }
    return null;
  }
  async function pass(client: Socket): Promise<void> {
    const target = await open();
    if (!target || client.destroyed) {
      client.destroy();
      return void target?.destroy();
    }
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    client.pipe(target).pipe(client);
  }

  const server = createServer({ pauseOnConnect: true }, (client) => void pass(keep(client)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    prefer(target) {
      preferred = target;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
