import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../../../api/src/main.ts');

/** The api as a process of its own. */
export type ApiProcess = {
  url: string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>;
};

/** Starts the api with these settings, and waits until it listens. */
export async function startApiProcess(env: Record<string, string>): Promise<ApiProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = Promise.withResolvers<number>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const entry = JSON.parse(line) as { msg: string; port?: number };
    if (entry.msg === 'listening') port.resolve(entry.port ?? 0);
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  void ended.then(() => port.reject(new Error('the api ended before it listened')));
  const url = `http://127.0.0.1:${await port.promise}`;
  return { url, signal: (signal) => void child.kill(signal), ended };
}
