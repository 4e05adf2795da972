import type { RawData, WebSocket } from 'ws';
import { CHUNK_OVERHEAD_BYTES, type Transport } from './transport.ts';

/** The close code for data of a type that cannot be accepted (RFC 6455 §7.4.1). */
const UNSUPPORTED_DATA = 1003;

/**
 * MQTT in binary WebSocket messages. Each `write` is one frame: the connection combines the writes of one turn of the
 * event loop, whereas the stream of `ws` sends five frames for one MQTT message.
 */
export function wsTransport(socket: WebSocket, peer: string): Transport {
  let waiting = 0;
  let onDrain: (() => void) | undefined;
  const sent = (error?: Error | null): void => {
    waiting--;
    if (!error) onDrain?.();
  };
  return {
    protocol: 'ws',
    peer,
    get buffered() {
      return socket.bufferedAmount + waiting * CHUNK_OVERHEAD_BYTES;
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
    start(handlers) {
      onDrain = handlers.onDrain;
      socket.on('message', (data: RawData, isBinary: boolean) => {
        // [MQTT-6.0.0-1]: only binary frames are allowed.
        if (!isBinary) socket.close(UNSUPPORTED_DATA);
        else if (Buffer.isBuffer(data)) handlers.onData(data);
      });
      socket.on('error', handlers.onError);
      socket.on('close', handlers.onEnd);
    },
  };
}
