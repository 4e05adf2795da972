import { parentPort } from 'node:worker_threads';

// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(`from ${import.meta.url.slice(-20)}`);
