import type { Socket } from 'node:net';
import { plainAddress } from './address.ts';
import { CHUNK_OVERHEAD_BYTES, type Transport } from './transport.ts';

/** MQTT on TCP or TLS. Nagle's algorithm is off, because it delays small packets by up to 40 ms. */
export function tcpTransport(socket: Socket, protocol: 'mqtt' | 'mqtts'): Transport {
  let waiting = 0;
  const sent = (): void => void waiting--;
  socket.setNoDelay(true);
  return {
    protocol,
    peer: plainAddress(socket.remoteAddress ?? ''),
    get buffered() {
      return socket.writableLength + waiting * CHUNK_OVERHEAD_BYTES;
    },
    write: (bytes) => {
      waiting++;
      socket.write(bytes, sent);
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    end: () => {
      socket.removeAllListeners('data');
      socket.resume();
      socket.end();
    },
    destroy: () => void socket.destroy(),
    start(handlers) {
      socket.on('data', handlers.onData);
      socket.on('drain', handlers.onDrain);
      socket.on('error', handlers.onError);
      socket.on('end', handlers.onEnd);
      socket.on('close', handlers.onEnd);
    },
  };
}
