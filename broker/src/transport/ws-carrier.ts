import type { RawData, WebSocket } from 'ws';
import { PIECE_OVERHEAD_BYTES, type Carrier } from './carrier.ts';

const POLICY_VIOLATION = 1003;

/**
 * MQTT in binary WebSocket messages. Each `write` is one frame: the connection above gathers what a turn of the event
 * loop wrote, where the stock stream of `ws` makes five frames of a message.
 */
export function wsCarrier(socket: WebSocket, peer: string): Carrier {
  let waiting = 0;
  let drained: (() => void) | undefined;
  const sent = (error?: Error | null): void => {
    waiting--;
    if (!error) drained?.();
  };
  return {
    protocol: 'ws',
    peer,
    get buffered() {
      return socket.bufferedAmount + waiting * PIECE_OVERHEAD_BYTES;
    },
    write: (bytes) => {
      if (socket.readyState !== socket.OPEN) return;
      waiting++;
      socket.send(bytes, { binary: true, compress: false }, sent);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    end: () => socket.close(),
    destroy: () => socket.terminate(),
    listen(events) {
      drained = events.drained;
      socket.on('message', (data: RawData, isBinary: boolean) => {
        // [MQTT-6.0.0-1]: MQTT travels in binary frames only.
        if (!isBinary) socket.close(POLICY_VIOLATION);
        else if (Buffer.isBuffer(data)) events.data(data);
      });
      socket.on('error', events.failed);
      socket.on('close', events.ended);
    },
  };
}
