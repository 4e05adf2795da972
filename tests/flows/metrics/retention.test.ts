import { dropOldPartitions } from '@belfry/api/features/metrics/partitions.sql';
import { dropOldMonths } from '@belfry/api/features/metrics/rollups.sql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { createDevice } from '../../support/factories.ts';
import { waitUntilBlocked } from '../../support/postgres/table-lock.ts';
import {
  DAY_MS,
  daysAgo,
  makePastPartitions,
  rollUpUntil,
  storeRecords,
} from '../../support/metrics/stored-metrics.ts';
import { durationOf } from '../../support/devices/steady-clock.ts';

const DAYS = 12;
/** Today is the same day for all tests, also when midnight passes. */
const TODAY = daysAgo(0);
const before = (days: number): Date => new Date(TODAY.getTime() - days * DAY_MS);
let store: TestDatabaseAccess;
let deviceId: number;
beforeEach(async () => {
  store = await startTestStore();
  await makePastPartitions(store.pool, DAYS + 1);
  deviceId = (await createDevice(store)).device_id;
  await storeRecords(store.pool, { deviceId, from: before(DAYS - 1), to: TODAY, everyS: 3_600 });
});
afterEach(async () => {
  await store.stop();
});

const oldestRecord = async (): Promise<Date | undefined> =>
  (await store.pool.query<{ at: Date }>('select min(measured_at) as at from metrics')).rows[0]?.at;
const count = async (table: string): Promise<number> =>
  (await store.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;

describe('records past METRICS_RETENTION_DAYS', () => {
  it('are dropped by the UTC day once they are rolled up, and their hours and days stay', async () => {
    await rollUpUntil(store, before(2));
    await dropOldPartitions(store.db, TODAY.getTime(), 5);
    expect(await oldestRecord()).toEqual(before(5));
    expect(await count('metrics_hourly')).toBe((DAYS - 3) * 24);
    expect(await count('metrics_daily')).toBe(DAYS - 3);
  });

  it('are kept for a week more while their day, or the next one, is not rolled up', async () => {
    await rollUpUntil(store, before(7));
    await dropOldPartitions(store.db, TODAY.getTime(), 3);
    expect(await oldestRecord()).toEqual(before(8));
    await dropOldPartitions(store.db, TODAY.getTime() + 4 * DAY_MS, 3);
    expect(await oldestRecord()).toEqual(before(6));
  });

  it('are dropped without keeping the ingest waiting for a reader that takes long', { tags: ['full'] }, async () => {
    await rollUpUntil(store, before(2));
    const reader = await store.pool.connect();
    await reader.query('begin; select 1 from metrics limit 1');
    const dropping = dropOldPartitions(store.db, TODAY.getTime(), 9);
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      await waitUntilBlocked(store.db);
      const from = new Date(TODAY.getTime() + n);
      const range = { deviceId, from, to: new Date(from.getTime() + 1), everyS: 1 };
      waits.push(await durationOf(() => storeRecords(store.pool, range)));
    }
    await reader.query('commit');
    reader.release();
    await dropping;
    expect(await oldestRecord()).toEqual(before(9));
    // The lock is given up after 100 ms; this is far below the seconds for which the reader would have kept it.
    expect(Math.max(...waits)).toBeLessThan(1_000);
  });
});

describe('hours and days past their retention time', () => {
  it('are dropped by the month, those of each table after its own time', async () => {
    await rollUpUntil(store, before(2));
    const later = (days: number): number => TODAY.getTime() + days * DAY_MS;
    const retention = { metrics_hourly: 60, metrics_daily: 200 };
    expect(await dropOldMonths(store.db, later(20), retention)).toEqual([]);
    expect(await dropOldMonths(store.db, later(92), retention)).not.toEqual([]);
    expect(await count('metrics_hourly')).toBe(0);
    expect(await count('metrics_daily')).toBe(DAYS - 3);
    await dropOldMonths(store.db, later(240), retention);
    expect(await count('metrics_daily')).toBe(0);
  });
});
