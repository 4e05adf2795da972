import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const INTERVAL_MS = 100;
const MEGABYTE = 1_024 * 1_024;
const STDERR = 2;

/** Ends this process when it uses more memory than that, even while it loads or runs a model: a thread of its own looks at it. */
export function limitMemory(megabytes: number): void {
  new Worker(new URL(import.meta.url), { workerData: { megabytes } }).unref();
}

function watch(megabytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() < megabytes * MEGABYTE) return;
    // Synchronously, since the process is not there afterwards.
    writeSync(STDERR, `it needed more than ${megabytes} MB`);
    process.kill(process.pid, 'SIGKILL');
  }, INTERVAL_MS);
}

const data: unknown = workerData;
if (!isMainThread && typeof data === 'object' && data !== null && 'megabytes' in data) watch(Number(data.megabytes));
