import { createServer } from 'node:net';
import { startListening, type Address, type ConnectionHandler, type Listener } from './listener.ts';
import { TcpTransport } from '../transport/tcp-transport.ts';

const KEEP_ALIVE_DELAY_MS = 60_000;

/** MQTT over TCP. Rejects when the port cannot be bound. */
export function listenTcp(address: Address, handler: ConnectionHandler): Promise<Listener> {
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS };
  const server = createServer(options, (socket) => {
    const transport = new TcpTransport(socket, 'mqtt');
    if (handler.makeRoom('mqtt', transport.peer)) return handler.onConnection(transport);
    socket.destroy();
    return handler.onRefused('full');
  });
  return startListening(server, address);
}
