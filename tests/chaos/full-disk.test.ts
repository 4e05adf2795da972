import { letPass } from '@belfry/schemas/testing/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERY_MS, expectEachStoredOnce, FLEET_SIZE } from '../support/devices/journal-fleet.ts';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/processes/launched-product.ts';
import { chooseSmallDisk } from '../support/processes/small-disk.ts';
import { until } from '../support/until.ts';

const disk = chooseSmallDisk();
const FULL_MS = 6_000;
const FULL_WITHIN_MS = 60_000;
const API_MEMORY_MIB = 500;

let belfry: LaunchedProduct;
let enrolled: Enrolled[];
beforeAll(async () => {
  belfry = await launchProduct({}, disk.launchPrefix);
  enrolled = await belfry.enrol(FLEET_SIZE);
}, 180_000);
afterAll(() => belfry.stop());

it(`stores every acknowledged record exactly once although the disk of Postgres is full for some seconds (${disk.kind})`, async () => {
  await expectEachStoredOnce(belfry, enrolled, async (fleet) => {
    const acknowledged = (): number => fleet.reduce((sum, device) => sum + device.acknowledged, 0);
    const isFull = (): boolean => {
      // A checkpoint of Postgres frees space.
      disk.fill(belfry);
      return diskFullLines().length > 0;
    };
    await until('Postgres reports a full disk', isFull, Boolean, FULL_WITHIN_MS);
    const before = acknowledged();
    await letPass(FULL_MS);
    // Records committed before may still be acknowledged, since acknowledgements are sent at intervals; new ones are not.
    expect(acknowledged() - before).toBeLessThan(recordsIn(FULL_MS) / 2);
    expect(belfry.memoryOf('api')).toBeLessThan(API_MEMORY_MIB);
    disk.freeSpace(belfry);
  });
});

/** The number of records that the fleet measures in so many milliseconds. */
const recordsIn = (ms: number): number => FLEET_SIZE * (ms / EVERY_MS);

/** The log lines of Postgres about a full disk (ENOSPC) or a file at its size limit (EFBIG). */
const diskFullLines = (): string[] =>
  belfry.logOf('postgres').filter((line) => /No space left on device|File too large/.test(line));
