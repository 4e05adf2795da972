import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Opens a socket that ignores errors and received data. */
export function openSocket(port: number): Socket {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  socket.on('error', () => {});
  socket.resume();
  return socket;
}

/** Calls `turn` so many times a second, forever, without waiting for its effects. */
export async function atRate(perSecond: number, turn: (index: number) => void): Promise<never> {
  const begun = performance.now();
  for (let done = 0; ; await delay(5)) {
    for (const due = ((performance.now() - begun) / 1_000) * perSecond; done < due; done++) turn(done);
  }
}

/** Opens a connection again whenever it closes, forever. */
export async function reconnectForever(open: () => Socket): Promise<never> {
  for (;;) {
    await once(open(), 'close');
    await delay(1);
  }
}
