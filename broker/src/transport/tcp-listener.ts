import { createServer } from 'node:net';
import { listening, type Address, type Door, type Listener } from './listening.ts';
import { tcpCarrier } from './tcp-carrier.ts';

const KEEP_ALIVE_DELAY_MS = 60_000;

/** MQTT over TCP. Rejects when the port cannot be had. */
export function listenTcp(address: Address, door: Door): Promise<Listener> {
  const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS };
  const server = createServer(options, (socket) => {
    const carrier = tcpCarrier(socket, 'mqtt');
    if (door.makeRoom('mqtt', carrier.peer)) return door.welcome(carrier);
    socket.destroy();
    return door.refused('full');
  });
  return listening(server, address);
}
