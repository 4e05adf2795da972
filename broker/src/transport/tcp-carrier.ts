import type { Socket } from 'node:net';
import { plainAddress } from './address.ts';
import { PIECE_OVERHEAD_BYTES, type Carrier } from './carrier.ts';

/** MQTT straight on TCP, or on TLS. Nagle's algorithm is off: it would hold small packets back for up to 40 ms. */
export function tcpCarrier(socket: Socket, protocol: 'mqtt' | 'mqtts'): Carrier {
  let waiting = 0;
  const sent = (): void => void waiting--;
  socket.setNoDelay(true);
  return {
    protocol,
    peer: plainAddress(socket.remoteAddress ?? ''),
    get buffered() {
      return socket.writableLength + waiting * PIECE_OVERHEAD_BYTES;
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
    listen(events) {
      socket.on('data', events.data);
      socket.on('drain', events.drained);
      socket.on('error', events.failed);
      socket.on('end', events.ended);
      socket.on('close', events.ended);
    },
  };
}
