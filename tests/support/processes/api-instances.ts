import { readFileSync } from 'node:fs';
import { until } from '../until.ts';
import { startApiProcess, type ApiProcess } from './api-process.ts';
import type { LaunchedProduct } from './launched-product.ts';

const START_MS = 60_000;

/** Another process of the api beside that of the launched product, with the same database and broker. */
export type ApiInstance = ApiProcess & {
  /** Its present id among the instances that ingest; it changes when its leases are taken away. */
  instanceId: string;
};

/** Starts an api with the settings of the product's, on free ports, and waits until it has joined those that ingest. */
export async function startApiInstance(product: Pick<LaunchedProduct, 'pidOf' | 'pool'>): Promise<ApiInstance> {
  const before = await instancesOf(product);
  const started = await startApiProcess({
    ...environmentOf(product.pidOf('api') ?? 0),
    HTTP_PORT: '0',
    INTERNAL_PORT: '0',
  });
  const [instanceId] = await until(
    'the instance has joined',
    async () => (await instancesOf(product)).filter((id) => !before.includes(id)),
    (added) => added.length > 0,
    START_MS,
  );
  return { ...started, instanceId: instanceId ?? '' };
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
