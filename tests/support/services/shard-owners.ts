import { shardOf } from '@belfry/schemas/mqtt/shards';
import type pg from 'pg';
import { createDevice, type TestDevice } from '../factories.ts';
import type { Stack } from '../stack.ts';
import { durationOf } from '../devices/steady-clock.ts';
import { until } from '../until.ts';

/** The instance of each shard, by its number; null: nobody. */
export async function ownersOf(pool: pg.Pool, shards: number): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ instance_id: string | null }>(
    'select instance_id from ingest_shards where shards = $1 order by shard',
    [shards],
  );
  return rows.map(({ instance_id }) => instance_id);
}

/** How many shards each instance holds, in ascending order. Shards without an instance are not counted. */
export async function sharesOf(pool: pg.Pool, shards: number): Promise<number[]> {
  const owners = (await ownersOf(pool, shards)).filter((owner) => owner !== null);
  return [...Map.groupBy(owners, (owner) => owner).values()].map(({ length }) => length).sort((a, b) => a - b);
}

/** Waits until the instances hold so many shards. @returns after how many milliseconds, without pauses of the machine */
export async function untilShares(pool: pg.Pool, expected: readonly number[], timeoutMs?: number): Promise<number> {
  const shards = expected.reduce((sum, share) => sum + share, 0);
  return durationOf(() =>
    until(
      'the shares',
      () => sharesOf(pool, shards),
      (shares) => String(shares) === String(expected),
      timeoutMs,
    ),
  );
}

export async function deviceOfEachShard(stack: Stack, shards: number): Promise<TestDevice[]> {
  const devices = new Map<number, TestDevice>();
  while (devices.size < shards) {
    const device = await createDevice(stack);
    devices.set(shardOf(device.serial, shards), device);
  }
  return [...devices].sort(([one], [other]) => one - other).map(([, device]) => device);
}
