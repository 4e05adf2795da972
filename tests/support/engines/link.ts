import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can hold back everything. */
export type Link = {
  port: number;
  /** Neither bytes nor the end of a connection get through, and new connections are not answered. */
  cut(): void;
  /** What was delayed gets through. New connections of that time are closed. */
  heal(): void;
  stop(): Promise<void>;
};

/** @param portOf the port to which the next connection leads; undefined closes it */
export async function startLink(portOf: () => number | undefined): Promise<Link> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const waiting = new Set<Socket>();
  let isCut = false;

  function pass(source: Socket, target: Socket): void {
    source.on('data', (bytes: Buffer) => {
      if (target.write(bytes)) return;
      source.pause();
      target.once('drain', () => void (isCut || source.resume()));
    });
  }
  function join(client: Socket): void {
    const port = portOf();
    if (port === undefined) return void client.destroy();
    const target = connect(port, '127.0.0.1').setNoDelay(true);
    const pair = [client.setNoDelay(true), target] as const;
    pairs.add(pair);
    pass(client, target);
    pass(target, client);
    for (const socket of pair) socket.on('error', () => undefined).on('close', () => void (isCut || end(pair)));
  }
  function end(pair: readonly [Socket, Socket]): void {
    pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }

  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (isCut) waiting.add(client.pause());
    else join(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    heal() {
      isCut = false;
      for (const client of waiting) client.destroy();
      waiting.clear();
      for (const pair of pairs) {
        if (pair.some(({ destroyed }) => destroyed)) end(pair);
        else for (const socket of pair) socket.resume();
      }
    },
    async stop() {
      for (const client of waiting) client.destroy();
      for (const pair of pairs) end(pair);
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
