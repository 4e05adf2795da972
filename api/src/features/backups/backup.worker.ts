import { parentPort, workerData } from 'node:worker_threads';
import { doWork, type BackupWork, type FromBackupThread } from './installation/work.ts';

const PROGRESS_MS = 1_000;

if (!parentPort) throw new Error('this program runs in a thread only');
const port = parentPort;
const stop = new AbortController();
// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const send = (message: FromBackupThread): void => port.postMessage(message);

port.once('message', () => stop.abort(new Error('The server was stopped.')));
// It does not keep the thread alive once the work is done.
port.unref();

let toldAt = 0;
send(
  await doWork(workerData as BackupWork, stop.signal, (bytes) => {
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    send({ bytes });
  }),
);
