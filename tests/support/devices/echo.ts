import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { quantile } from '../../bench/lib/statistics.ts';

const EVERY_MS = 10;
const PROGRAM = join(import.meta.dirname, '../../chaos/attacks/echo.ts');

/** Measures the latency of the machine itself: the round trip to a process that only echoes. */
export interface EchoProbe {
  /** The p99 round trip since the last call, in milliseconds. */
  takeP99(): number;
  stop(): void;
}

export async function startEchoProbe(): Promise<EchoProbe> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const sentAt: number[] = [];
  let roundTrips: number[] = [];
  // Each message is one byte.
  socket.on('data', (bytes) => {
    const now = performance.now();
    for (const sent of sentAt.splice(0, bytes.length)) roundTrips.push(now - sent);
  });
  const timer = setInterval(() => {
    sentAt.push(performance.now());
    socket.write('.');
  }, EVERY_MS);
  return {
    takeP99() {
      const taken = roundTrips.toSorted((a, b) => a - b);
      roundTrips = [];
      return taken.length === 0 ? 0 : quantile(taken, 0.99);
    },
    stop() {
      clearInterval(timer);
      socket.destroy();
      child.kill();
    },
  };
}
