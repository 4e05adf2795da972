import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { failAt } from './fail.ts';

const worker = new Worker(new URL('./answer.worker.ts', import.meta.url));
worker.once('message', (answer: string) => {
  const beside = readFileSync(join(import.meta.dirname, 'fail.ts'), 'utf8').includes('export');
  process.stdout.write(JSON.stringify({ answer, beside, url: import.meta.url, stack: failAt().stack }));
});
