import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { until } from '../until.ts';
import type { LaunchedProduct } from './launched-product.ts';

const MAIN = resolve(import.meta.dirname, '../../../api/src/main.ts');
const START_MS = 20_000;

/** Another process of the api beside that of the launched product, with the same database and broker. */
export type ApiInstance = {
  url: string;
  /** Its present id among the instances that ingest; it changes when its leases are taken away. */
  instanceId: string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>;
};

/** Starts an api with the settings of the product's, on free ports, and waits until it has joined those that ingest. */
export async function startApiInstance(product: Pick<LaunchedProduct, 'pidOf' | 'pool'>): Promise<ApiInstance> {
  const before = await instancesOf(product);
  const child = spawn(process.execPath, [MAIN], {
    env: { ...environmentOf(product.pidOf('api') ?? 0), HTTP_PORT: '0', INTERNAL_PORT: '0', LOG_LEVEL: 'info' },
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
  const [instanceId] = await until(
    'the instance has joined',
    async () => (await instancesOf(product)).filter((id) => !before.includes(id)),
    (added) => added.length > 0,
    START_MS,
  );
  return { url, instanceId: instanceId ?? '', signal: (signal) => void child.kill(signal), ended };
}

/** The ids of the instances that ingest. */
export async function instancesOf({ pool }: Pick<LaunchedProduct, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ instance_id: string }>('select instance_id from ingest_instances');
  return rows.map(({ instance_id }) => instance_id);
}

const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
