import { letPass } from '@belfry/schemas/testing/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { durationOf } from '../support/devices/steady-clock.ts';
import { expectEachStoredOnce, FLEET_SIZE } from '../support/devices/journal-fleet.ts';
import { instancesOf, startApiInstance, type ApiInstance } from '../support/processes/api-instances.ts';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/processes/launched-product.ts';
import { lockTable } from '../support/postgres/table-lock.ts';
import { ownersOf, untilShares } from '../support/services/shard-owners.ts';
import { until } from '../support/until.ts';

const SHARDS = 6;
/** Within this time each shard has an instance again after one has died. */
const TAKEOVER_MS = 5_000;

let belfry: LaunchedProduct;
let one: ApiInstance;
let other: ApiInstance;
let enrolled: Enrolled[];
beforeAll(async () => {
  belfry = await launchProduct({ INGEST_SHARDS: String(SHARDS) });
  one = await startApiInstance(belfry);
  other = await startApiInstance(belfry);
}, 180_000);
beforeEach(async () => {
  // Devices that no instance knows yet.
  enrolled = await belfry.enrol(FLEET_SIZE);
  await untilShares(belfry.pool, [2, 2, 2]);
});
afterAll(async () => {
  for (const instance of [one, other]) instance.signal('SIGKILL');
  await belfry.stop();
});

/** Waits until the shards of this instance belong to others. @returns after how many milliseconds, without pauses of the machine */
const untilTakenFrom = (instanceId: string): Promise<number> =>
  durationOf(() =>
    until(
      'each shard has another instance',
      () => ownersOf(belfry.pool, SHARDS),
      (owners) => owners.every((owner) => owner !== null && owner !== instanceId),
    ),
  );

/** How many connections an instance writes with; of these, how many wait for something. */
const connectionsOf = async (instanceId: string, waitingFor?: string): Promise<number> => {
  const { rowCount } = await belfry.pool.query(
    `select from pg_stat_activity where application_name = 'belfry-ingest-pool ' || $1::text
      and ($2::text is null or wait_event_type = $2)`,
    [instanceId, waitingFor],
  );
  return rowCount ?? 0;
};

describe('three instances store a thousand records a second exactly once', () => {
  it('when one is killed, whose shards the others have within five seconds', async () => {
    await expectEachStoredOnce(belfry, enrolled, async () => {
      one.signal('SIGKILL');
      expect(await untilTakenFrom(one.instanceId)).toBeLessThan(TAKEOVER_MS);
      one = await startApiInstance(belfry);
      await untilShares(belfry.pool, [2, 2, 2]);
    });
  });

  it('when the one that the launcher has started is killed', async () => {
    await expectEachStoredOnce(belfry, enrolled, async () => {
      const first = (await instancesOf(belfry)).find((id) => id !== one.instanceId && id !== other.instanceId) ?? '';
      const restarted = belfry.kill('api');
      expect(await untilTakenFrom(first)).toBeLessThan(TAKEOVER_MS);
      await restarted;
      await untilShares(belfry.pool, [2, 2, 2]);
    });
  });

  it('when one is suspended during a statement, and wakes up after others have its shards and have ended its connections', async () => {
    await expectEachStoredOnce(belfry, enrolled, async () => {
      const { instanceId } = one;
      const before = await instancesOf(belfry);
      // A statement of its has reached Postgres, and would be committed when the lock is released.
      const release = await lockTable(belfry.pool, 'metrics');
      await until('a statement of this instance waits', () => connectionsOf(instanceId, 'Lock'));
      one.signal('SIGSTOP');
      try {
        expect(await untilTakenFrom(instanceId)).toBeLessThan(TAKEOVER_MS);
        expect(await connectionsOf(instanceId)).toBe(0);
      } finally {
        await release();
        one.signal('SIGCONT');
      }
      await untilShares(belfry.pool, [2, 2, 2]);
      const joined = (await instancesOf(belfry)).filter((id) => !before.includes(id));
      expect(joined).toHaveLength(1);
      one.instanceId = joined[0] ?? '';
    });
  });

  it('when all are replaced one after another, each handing over within a second', async () => {
    await expectEachStoredOnce(belfry, enrolled, async () => {
      for (const replace of [
        async () => {
          const old = one;
          one = await startApiInstance(belfry);
          return old;
        },
        async () => {
          const old = other;
          other = await startApiInstance(belfry);
          return old;
        },
      ]) {
        const old = await replace();
        await letPass(1_000);
        await untilShares(belfry.pool, [1, 1, 2, 2]);
        const ids = await instancesOf(belfry);
        old.signal('SIGTERM');
        await until(
          'it has left',
          () => instancesOf(belfry),
          (left) => left.length === ids.length - 1,
        );
        expect(await untilShares(belfry.pool, [2, 2, 2])).toBeLessThan(1_000);
        expect(await old.ended).toBe(0);
      }
    });
  });
});
