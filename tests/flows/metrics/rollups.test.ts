import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { createDevice } from '../../support/factories.ts';
import {
  DAY_MS,
  daysAgo,
  HOUR_MS,
  makePastPartitions,
  rollUpUntil,
  storeRecords,
} from '../../support/metrics/stored-metrics.ts';

let store: TestDatabaseAccess;
const devices: number[] = [];
/** So that each test begins with a day of its own. */
const FIRST = daysAgo(9);

beforeAll(async () => {
  store = await startTestStore();
  await makePastPartitions(store.pool, 12);
  for (let n = 0; n < 3; n++) devices.push((await createDevice(store)).device_id);
  for (const deviceId of devices)
    await storeRecords(store.pool, { deviceId, from: FIRST, to: new Date(FIRST.getTime() + 3 * DAY_MS), everyS: 60 });
});
afterAll(() => store.stop());

const rolled = async (table: string, from: Date, to: Date) =>
  (
    await store.pool.query(
      `select device_id, at, records, round(cpu_avg::numeric, 2)::float8 as cpu_avg, cpu_min, cpu_max,
        round(temperature_avg::numeric, 2)::float8 as temperature_avg, disk_min, memory_max
      from ${table} where at >= $1 and at < $2 order by 1, 2`,
      [from, to],
    )
  ).rows;
const aggregated = async (unit: string, from: Date, to: Date) =>
  (
    await store.pool.query(
      `select device_id, date_trunc($1, measured_at, 'UTC') as at, count(*)::int as records,
        round(avg(cpu_usage_percent)::numeric, 2)::float8 as cpu_avg, min(cpu_usage_percent) as cpu_min, max(cpu_usage_percent) as cpu_max,
        round(avg(cpu_temperature)::numeric, 2)::float8 as temperature_avg, min(disk_usage_percent) as disk_min, max(memory_usage_percent) as memory_max
      from metrics where measured_at >= $2 and measured_at < $3 group by 1, 2 order by 1, 2`,
      [unit, from, to],
    )
  ).rows;
const dayAfter = (day: Date, days = 1): Date => new Date(day.getTime() + days * DAY_MS);

describe('a day that is rolled up', () => {
  it('has the averages, minima and maxima of its records, by the hour and by the UTC day', async () => {
    const to = dayAfter(FIRST);
    await rollUpUntil(store, to);
    const hours = await rolled('metrics_hourly', FIRST, to);
    expect(hours).toHaveLength(3 * 24);
    expect(hours).toEqual(await aggregated('hour', FIRST, to));
    expect(await rolled('metrics_daily', FIRST, to)).toEqual(await aggregated('day', FIRST, to));
  });

  it('is not rolled up again, and the days after it are not before their turn', async () => {
    const before = await rolled('metrics_hourly', FIRST, new Date());
    await store.pool.query('update metrics_hourly set records = 0');
    await rollUpUntil(store, dayAfter(FIRST));
    expect((await rolled('metrics_hourly', FIRST, new Date())).map(({ records }) => records)).toEqual(
      before.map(() => 0),
    );
    await store.pool.query('update metrics_hourly set records = 60');
  });

  it('contains records by corrected time, however wrong the clock of the device was', async () => {
    const [deviceId = 0] = devices;
    const day = dayAfter(FIRST);
    const noon = new Date(day.getTime() + 12 * HOUR_MS);
    const insert = (collectedAt: string | Date, cpu: number) =>
      store.pool.query(`insert into metrics values ($1, $2, null, $3, $3, 'device', $4, 40, 30, 20, 60)`, [
        deviceId,
        collectedAt,
        noon,
        cpu,
      ]);
    await store.pool.query('update device_state set clock_skew_ms = -($1::int8) where device_id = $2', [
      Date.now(),
      deviceId,
    ]);
    await insert('1970-01-03T00:00:00Z', 201);
    await insert(new Date(noon.getTime() - 20 * HOUR_MS), 202);
    await insert(new Date(noon.getTime() + 80 * HOUR_MS), 203);
    await rollUpUntil(store, dayAfter(day));
    const hours = await rolled('metrics_hourly', noon, new Date(noon.getTime() + HOUR_MS));
    expect(hours).toEqual(await aggregated('hour', noon, new Date(noon.getTime() + HOUR_MS)));
    expect(hours[0]).toMatchObject({ device_id: deviceId, records: 63, cpu_max: 203 });
  });

  it('without records, or whose devices are gone, is passed over', async () => {
    const next_day = dayAfter(FIRST, 5);
    await rollUpUntil(store, next_day);
    const { rows } = await store.pool.query('select next_day from metrics_rollup_progress');
    expect(rows).toEqual([{ next_day }]);
    expect(await rolled('metrics_daily', dayAfter(FIRST, 3), next_day)).toEqual([]);
  });
});
