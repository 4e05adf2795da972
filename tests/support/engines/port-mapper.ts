import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** The requests of Erlang's port mapper protocol, and its answers. */
const REGISTER = 120;
const REGISTERED = 118;
const FIND = 122;
const FOUND = 119;
const NAMES = 110;
/** A node that is not hidden, by TCP over IPv4, with the versions of the distribution that a node of today speaks. */
const NODE_OF_TODAY = [77, 0, 0, 6, 0, 5];

/** What a port mapper knows of the nodes. The ports of one node may be others for each mapper that is asked. */
type NodeRegistry = {
  add(name: string, port: number): void;
  remove(name: string): void;
  portOf(name: string): number | undefined;
  names(): string[];
};

/**
 * Stands for epmd, of which Erlang nodes learn each other's ports, so that the test decides what they learn.
 * @returns its port and how to stop it
 */
export async function startPortMapper(registry: NodeRegistry): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return;
      answer(socket, received.subarray(2), registry, (server.address() as AddressInfo).port);
      received = Buffer.alloc(0);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

function answer(socket: Socket, request: Buffer, registry: NodeRegistry, ownPort: number): void {
  switch (request[0]) {
    case REGISTER: {
      const name = request.toString('utf8', 11, 11 + request.readUInt16BE(9));
      registry.add(name, request.readUInt16BE(1));
      // The node is registered for as long as this connection exists.
      socket.on('close', () => registry.remove(name));
      const creation = Math.ceil(Math.random() * 0xff_ff_ff);
      socket.write(Buffer.from([REGISTERED, 0, 0, creation >>> 16, (creation >>> 8) & 255, creation & 255]));
      return;
    }
    case FIND: {
      const name = request.subarray(1);
      const port = registry.portOf(name.toString());
      if (port === undefined) return void socket.end(Buffer.from([FOUND, 1]));
      const found = [FOUND, 0, port >>> 8, port & 255, ...NODE_OF_TODAY, name.length >>> 8, name.length & 255];
      return void socket.end(Buffer.concat([Buffer.from(found), name, Buffer.from([0, 0])]));
    }
    case NAMES: {
      const lines = registry.names().map((name) => `name ${name} at port ${registry.portOf(name)}\n`);
      return void socket.end(
        Buffer.concat([Buffer.from([0, 0, ownPort >>> 8, ownPort & 255]), Buffer.from(lines.join(''))]),
      );
    }
    default:
      socket.destroy();
  }
}
