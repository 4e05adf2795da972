import type { RawData, WebSocket } from 'ws';
import type { Carrier } from './carrier.ts';

const POLICY_VIOLATION = 1003;

/**
 * MQTT in binary WebSocket messages. Each `write` is one frame: the connection above gathers what a turn of the event
 * loop wrote, where the stock stream of `ws` makes five frames of a message.
 */
export function wsCarrier(socket: WebSocket, peer: string): Carrier {
  let sent: ((error?: Error | null) => void) | undefined;
  return {
    protocol: 'ws',
    peer,
    get buffered() {
      return socket.bufferedAmount;
    },
    write: (bytes) => {
      if (socket.readyState === socket.OPEN) socket.send(bytes, { binary: true, compress: false }, sent);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    end: () => socket.close(),
    destroy: () => socket.terminate(),
    listen(events) {
      sent = (error) => {
        if (!error) events.drained();
      };
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
