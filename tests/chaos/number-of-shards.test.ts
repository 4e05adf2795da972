import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEachStoredOnce, FLEET_SIZE } from '../support/devices/journal-fleet.ts';
import { SERVICE_SECRET } from '../support/service-secret.ts';
import { ownersOf, untilShares } from '../support/services/shard-owners.ts';
import { until } from '../support/until.ts';
import { startDeployment, type Deployment } from '../support/upgrade/deployment.ts';
import { presentRelease } from '../support/upgrade/release.ts';
import { enrolDevices, type Enrolled } from '../support/devices/enrolment.ts';

/** The cleanup of the sessions of unused numbers runs every 30 s. */
const CLEANUP_MS = 60_000;
/** Four processes are started one after another. */
const TIMEOUT_MS = 300_000;

let belfry: Deployment;
let pool: pg.Pool;
let enrolled: Enrolled[];
beforeAll(async () => {
  belfry = await startDeployment(presentRelease, 1);
  pool = new pg.Pool({ connectionString: belfry.databaseUrl, max: 2 });
  pool.on('error', () => {});
}, 180_000);
afterAll(async () => {
  await pool?.end();
  await belfry?.stop();
});

describe('at a thousand records a second every one is stored exactly once', () => {
  it.each([
    { from: 1, to: 3, shares: [1, 2] },
    { from: 3, to: 1, shares: [1] },
  ])(
    'while INGEST_SHARDS is changed from $from to $to, one api after another',
    { timeout: TIMEOUT_MS },
    async ({ from, to, shares }) => {
      enrolled = await enrolDevices({ ...belfry, secret: SERVICE_SECRET }, FLEET_SIZE);
      await expectEachStoredOnce({ pool, mqttPort: belfry.mqttPort }, enrolled, async () => {
        for (let replaced = 0; replaced < 2; replaced++) {
          await belfry.startApi(presentRelease, { INGEST_SHARDS: String(to) });
          await untilShares(pool, replaced === 0 ? [to] : shares);
          expect(await belfry.stopOldestApi()).toBe(0);
        }
        await untilShares(pool, shares);
      });
      await until(
        'the sessions of the former number are ended',
        () => ownersOf(pool, from),
        ({ length }) => length === 0,
        CLEANUP_MS,
      );
    },
  );
});
