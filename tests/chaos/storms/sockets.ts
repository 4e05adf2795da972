import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A socket whose end, by whichever side, surprises nobody. */
export function dial(port: number): Socket {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  socket.on('error', () => {});
  socket.resume();
  return socket;
}

/** Does something so many times a second, for ever; each turn is not waited for. */
export async function atRate(perSecond: number, turn: (index: number) => void): Promise<never> {
  const begun = performance.now();
  for (let done = 0; ; await delay(5)) {
    for (const due = ((performance.now() - begun) / 1_000) * perSecond; done < due; done++) turn(done);
  }
}

/** Opens a connection again as soon as it ends, for ever. */
export async function again(open: () => Socket): Promise<never> {
  for (;;) {
    await once(open(), 'close');
    await delay(1);
  }
}
