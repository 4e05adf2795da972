import { setTimeout as delay } from 'node:timers/promises';
import { scrape } from '../../support/metrics/scrape.ts';
import { untilShares } from '../../support/services/shard-owners.ts';
import type { AddedApi, BenchDevice, Belfry } from './belfry.ts';
import { runLoad } from './processes.ts';
import { cpuSeconds, cpuSecondsOfAll } from './usage.ts';

const SHARES = { 1: [6], 2: [3, 3], 3: [2, 2, 2] } as const;
/** Far below what the machine can do, so that no queue makes batches larger. */
export const PER_SECOND = 5_000;
export const SECONDS = 10;
const SETTLE_MS = 1_500;
const COMMIT_TIMEOUT_MS = 30_000;

export type ApiCount = keyof typeof SHARES;
/** Microseconds of processor time per message, and the busiest api's messages as a multiple of an even share. */
export type Costs = { broker: number; apis: number; postgres: number; busiest: number };

/** Brings the number of apis to `count`, with evenly divided shards. */
export async function setApis(belfry: Belfry, added: AddedApi[], count: ApiCount): Promise<void> {
  while (added.length > count - 1) await added.pop()?.stop();
  while (added.length < count - 1) added.push(await belfry.addApi());
  await untilShares(belfry.pool, SHARES[count], 20_000);
  await delay(SETTLE_MS);
}

export async function measureCosts(
  belfry: Belfry,
  added: readonly AddedApi[],
  devices: BenchDevice[],
  firstSeq: number,
): Promise<Costs> {
  await belfry.pool.query('truncate metrics');
  const apis = [{ pid: belfry.pids.api, internalPort: belfry.internalPort }, ...added];
  const read = async () => ({
    broker: cpuSeconds(belfry.pids.broker),
    apis: apis.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    postgres: cpuSecondsOfAll(belfry.pids.postgres),
    stored: await Promise.all(
      apis.map(async (api) =>
        (await scrape(`http://127.0.0.1:${api.internalPort}/metrics`)).sum('belfry_ingest_batch_items_sum'),
      ),
    ),
  });
  const before = await read();
  const { offered } = await runLoad<{ offered: number }>('tests/bench/load/steady.ts', {
    core: 1,
    input: { port: belfry.mqttPort, devices, perSecond: PER_SECOND, seconds: SECONDS, firstSeq },
  });
  await untilStored(belfry, offered);
  const after = await read();
  const stored = after.stored.map((messages, at) => messages - (before.stored[at] ?? 0));
  const sum = stored.reduce((total, messages) => total + messages, 0);
  const per = (part: 'broker' | 'apis' | 'postgres'): number => ((after[part] - before[part]) * 1e6) / offered;
  return {
    broker: per('broker'),
    apis: per('apis'),
    postgres: per('postgres'),
    busiest: (Math.max(...stored) * stored.length) / sum,
  };
}

/** Without counting again and again, which would cost processor time of Postgres. */
async function untilStored({ pool }: Belfry, offered: number): Promise<void> {
  const deadline = performance.now() + COMMIT_TIMEOUT_MS;
  for (;;) {
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from metrics');
    if (rows[0]?.count === offered) return;
    if (performance.now() > deadline) throw new Error(`${rows[0]?.count} of ${offered} were stored`);
    await delay(1_000);
  }
}
