import { createServer, type Socket } from 'node:net';
import { startListening, type Address, type ConnectionHandler, type Listener } from './listener.ts';
import { CHUNK_OVERHEAD_BYTES, type Transport, type TransportHandlers, plainAddress } from '../transport/transport.ts';

const KEEP_ALIVE_DELAY_MS = 60_000;

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

/**
 * MQTT on TCP or TLS. Nagle's algorithm is off, because it delays small packets by up to 40 ms. A class, because an object of
 * closures takes a kilobyte more for each connection.
 */
export class TcpTransport implements Transport {
  readonly protocol: 'mqtt' | 'mqtts';
  readonly peer: string;
  readonly #socket: Socket;
  #waiting = 0;
  readonly #sent = (): void => void this.#waiting--;

  constructor(socket: Socket, protocol: 'mqtt' | 'mqtts') {
    this.#socket = socket;
    socket.setNoDelay(true);
    this.protocol = protocol;
    this.peer = plainAddress(socket.remoteAddress ?? '');
  }

  get buffered(): number {
    return this.#socket.writableLength + this.#waiting * CHUNK_OVERHEAD_BYTES;
  }

  write(bytes: Buffer): void {
    this.#waiting++;
    this.#socket.write(bytes, this.#sent);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  end(): void {
    this.#socket.removeAllListeners('data');
    this.#socket.resume();
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  start({ onData, onDrain, onError, onEnd }: TransportHandlers): void {
    const socket = this.#socket;
    socket.on('data', onData).on('drain', onDrain).on('error', onError).on('end', onEnd).on('close', onEnd);
  }
}
