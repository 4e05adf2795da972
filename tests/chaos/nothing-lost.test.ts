import { letPass } from '@belfry/schemas/testing/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectEachStoredOnce, FLEET_SIZE } from '../support/devices/journal-fleet.ts';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/processes/launched-product.ts';

/** How long Postgres is suspended; a longer time may be set for manual runs. */
const PAUSE_MS = Number(process.env['BELFRY_PAUSE_MS'] ?? 6_000);
const API_MEMORY_MIB = 500;

let belfry: LaunchedProduct;
let enrolled: Enrolled[];
beforeAll(async () => {
  belfry = await launchProduct();
}, 180_000);
beforeEach(async () => {
  enrolled = await belfry.enrol(FLEET_SIZE);
});
afterAll(() => belfry.stop());

describe('at a thousand metrics records a second every acknowledged record is stored exactly once', () => {
  it('when the api is killed three times', async () => {
    await expectEachStoredOnce(belfry, enrolled, async () => {
      for (let time = 0; time < 3; time++) {
        await belfry.kill('api');
        await letPass(700);
      }
    });
  });

  it('when the broker is killed twice', async () => {
    await expectEachStoredOnce(belfry, enrolled, async () => {
      for (let time = 0; time < 2; time++) {
        await belfry.kill('broker');
        await letPass(1_500);
      }
    });
  });

  it('when Postgres is killed', async () => {
    await expectEachStoredOnce(belfry, enrolled, () => belfry.kill('postgres'));
  });

  it('when Postgres is suspended for some seconds, with bounded memory', async () => {
    await expectEachStoredOnce(belfry, enrolled, async () => {
      const servers = belfry.postgresPids();
      for (const pid of servers) process.kill(pid, 'SIGSTOP');
      await letPass(PAUSE_MS);
      expect(belfry.memoryOf('api')).toBeLessThan(API_MEMORY_MIB);
      for (const pid of servers) process.kill(pid, 'SIGCONT');
    });
  });
});
