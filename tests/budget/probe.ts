import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into the api by `npm run budget`: measures what a call costs. Listens on the socket BUDGET_PROBE for lines: `begin` starts
 * a measurement, `end MS` answers with it as soon as the process has rested so long, as a line of JSON. Other processes and threads ignore it.
 */

/** Processor time of all threads and the longest synchronous span of the main thread, in milliseconds. */
export type Cost = { cpuMs: number; spanMs: number };

const TICK_MS = 2;
/** The process rests while it uses less than this in LOOK_MS. Timers and pings need about one millisecond. */
const REST_CPU_MS = 8;
const LOOK_MS = 150;
const REST_TIMEOUT_MS = 30_000;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

function startProbe(path: string): void {
  let longest = 0;
  let last = { at: performance.now(), cpu: threadMs() };
  // A delayed tick is a span only as far as the thread has worked: the machine may have paused it.
  setInterval(() => {
    const now = { at: performance.now(), cpu: threadMs() };
    longest = Math.max(longest, Math.min(now.at - last.at, now.cpu - last.cpu));
    last = now;
  }, TICK_MS).unref();

  let begun = 0;
  const whenAtRest = (restMs: number, answer: (cost: Cost) => void): void => {
    const deadline = performance.now() + REST_TIMEOUT_MS;
    let [before, worked, restedMs] = [cpuMs(), cpuMs(), 0];
    const timer = setInterval(() => {
      const used = cpuMs();
      const isAtRest = used - before <= REST_CPU_MS;
      before = used;
      restedMs = isAtRest ? restedMs + LOOK_MS : 0;
      if (!isAtRest) worked = used;
      if (restedMs < restMs && performance.now() < deadline) return;
      clearInterval(timer);
      answer({ cpuMs: worked - begun, spanMs: longest });
    }, LOOK_MS);
  };

  rmSync(path, { force: true });
  createServer((socket) => {
    socket.setEncoding('utf8').on('data', (line) => {
      const [word, restMs] = String(line).trim().split(' ');
      if (word === 'begin') {
        [begun, longest] = [cpuMs(), 0];
        socket.write('{}\n');
      } else whenAtRest(Number(restMs), (cost) => socket.write(`${JSON.stringify(cost)}\n`));
    });
    socket.on('error', () => {});
  })
    .listen(path)
    .unref();
}

const path = process.env['BUDGET_PROBE'];
if (path !== undefined && isMainThread && process.argv[1]?.endsWith('/api.src.main.mjs')) startProbe(path);
