import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { quantile } from '../bench/lib/statistics.ts';

const EVERY_MS = 10;
const PROGRAM = join(import.meta.dirname, '../chaos/storms/echo.ts');

/** What the machine alone makes messages wait: the way to a process that does nothing but answer, and back. */
export interface Echo {
  /** The p99 since the last call, in milliseconds. */
  take(): number;
  stop(): void;
}

export async function startEcho(): Promise<Echo> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const sentAt: number[] = [];
  let waits: number[] = [];
  // One byte is one message.
  socket.on('data', (bytes) => {
    const now = performance.now();
    for (const sent of sentAt.splice(0, bytes.length)) waits.push(now - sent);
  });
  const beating = setInterval(() => {
    sentAt.push(performance.now());
    socket.write('.');
  }, EVERY_MS);
  return {
    take() {
      const taken = waits.toSorted((a, b) => a - b);
      waits = [];
      return taken.length === 0 ? 0 : quantile(taken, 0.99);
    },
    stop() {
      clearInterval(beating);
      socket.destroy();
      child.kill();
    },
  };
}
