import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERY_MS, FLEET_SIZE, expectNoLossDuring } from '../support/journal-fleet.ts';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/launched-product.ts';
import { chooseSmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';

const disk = chooseSmallDisk();
const FULL_MS = 6_000;
const REFUSED_WITHIN_MS = 20_000;
const API_MEMORY_MIB = 500;

let belfry: LaunchedProduct;
let enrolled: Enrolled[];
beforeAll(async () => {
  belfry = await launchProduct({}, disk.launchPrefix);
  enrolled = await belfry.enrol(FLEET_SIZE);
}, 180_000);
afterAll(() => belfry.stop());

it(`stores every acknowledged number exactly once though the disk of Postgres is full for a while (${disk.kind})`, async () => {
  await expectNoLossDuring(belfry, enrolled, async (fleet) => {
    const acknowledged = (): number => fleet.reduce((sum, device) => sum + device.acknowledged, 0);
    disk.fill(belfry);
    await until('Postgres has no room left', () => complaints().length > 0, Boolean, REFUSED_WITHIN_MS);
    const before = acknowledged();
    await delay(FULL_MS);
    // What was committed just before may still be told, acknowledgements being sparse; what is measured now is not.
    expect(acknowledged() - before).toBeLessThan(measuredIn(FULL_MS) / 2);
    expect(belfry.memoryOf('api')).toBeLessThan(API_MEMORY_MIB);
    disk.freeSpace(belfry);
  });
});

/** Numbers that the fleet gives out in so many milliseconds. */
const measuredIn = (ms: number): number => FLEET_SIZE * (ms / EVERY_MS);

/** What Postgres says when there is no room (ENOSPC), or none for this file (EFBIG). */
const complaints = (): string[] =>
  belfry.logOf('postgres').filter((line) => /No space left on device|File too large/.test(line));
