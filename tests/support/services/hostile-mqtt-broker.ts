import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';

/** A broker that takes everything, and then sends the same bytes without end as fast as they are read. */
export async function startHostileBroker(bytes: Buffer) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const flood = (): void => {
      while (!socket.destroyed && socket.write(bytes));
    };
    const parser = mqttPacket.parser();
    parser.on('packet', (packet) => {
      const answer = (of: mqttPacket.Packet): void => void socket.write(mqttPacket.generate(of));
      if (packet.cmd === 'connect') answer({ cmd: 'connack', returnCode: 0, sessionPresent: false });
      if (packet.cmd !== 'subscribe') return;
      answer({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: packet.subscriptions.map(() => 1) });
      socket.on('drain', flood);
      flood();
    });
    socket.on('data', (chunk) => parser.parse(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
