import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createDevice, type TestUser } from '../../support/factories.ts';
import {
  daysAgo,
  forgetRollups,
  makePastPartitions,
  rollUpUntil,
  storeRecords,
  HOUR_MS,
  MINUTE_MS,
  connectNewDevice,
  untilRecords,
} from '../../support/metrics/stored-metrics.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
  await makePastPartitions(stack.pool, 10);
});
afterAll(() => stack.stop());

/** As a device is whose clock has been right for long: its records are looked for by the time of its clock. */
const rightSince = (serial: string, at: Date): Promise<unknown> =>
  stack.pool.query(
    `update device_state s set clock_right_since = $2 from devices d where d.serial = $1 and s.device_id = d.device_id`,
    [serial, at],
  );
const ofClock = (skewMs: number, agoMs = 0): string => new Date(Date.now() + skewMs - agoMs).toISOString();
const rolledUp = async (serial: string, from: Date): Promise<number> => {
  const range = { from: from.toISOString(), resolution: 'hourly' };
  const { points } = (await stack.call(metricsHttp.history, admin, { serial, ...range })).body;
  return points.reduce((sum, { records }) => sum + records, 0);
};

describe('records of which the time was corrected', () => {
  it.each([
    ['10 hours behind', -10 * HOUR_MS],
    ['10 hours ahead', 10 * HOUR_MS],
  ])('are found after a clock that was %s is right again', async (_what, skewMs) => {
    const device = await connectNewDevice(stack);
    await rightSince(device.serial, daysAgo(9));
    await device.status({ at: ofClock(skewMs), device_version: 'wrong' });
    await device.metrics({ seq: 1, cpu_usage_percent: 40, collected_at: ofClock(skewMs, 20 * MINUTE_MS) });
    await untilRecords(stack, admin, device.serial, 1);
    await device.status({ at: ofClock(0), device_version: 'right' });
    await device.metrics({ seq: 2, cpu_usage_percent: 60, collected_at: ofClock(0) });
    await until(
      'both records',
      () => stack.call(metricsHttp.statistics, admin, { serial: device.serial, hours: 1 }).then(({ body }) => body),
      ({ total_records }) => total_records === 2,
    );
    expect((await stack.call(metricsHttp.statistics, admin, { serial: device.serial, hours: 1 })).body).toMatchObject({
      avg_cpu_usage: 50,
    });
  });

  it('are rolled up on the day on which they were measured', async () => {
    const { device_id, serial } = await createDevice(stack);
    const from = daysAgo(5);
    const to = new Date(from.getTime() + 24 * HOUR_MS);
    await storeRecords(stack.pool, { deviceId: device_id, from, to, everyS: 3_600 });
    // The clock was 14 hours behind during that day, so most of its records are in the partition of the day before.
    await stack.pool.query(
      `update metrics set collected_at = collected_at - interval '14 hours' where device_id = $1`,
      [device_id],
    );
    await rightSince(serial, to);
    await forgetRollups(stack.pool);
    await rollUpUntil({ url: stack.config.DATABASE_URL, db: stack.db }, daysAgo(2));
    expect(await rolledUp(serial, from)).toBe(24);
  });
});

describe('records of a device with a right clock', () => {
  it('are all in the roll-ups and in the charts, those at midnight of UTC included', async () => {
    const { device_id, serial } = await createDevice(stack);
    const from = daysAgo(4);
    await storeRecords(stack.pool, { deviceId: device_id, from, to: new Date(), everyS: 600 });
    await rightSince(serial, daysAgo(9));
    const stored = Math.ceil((Date.now() - from.getTime()) / 600_000);
    await forgetRollups(stack.pool);
    const before = await rolledUp(serial, from);
    await rollUpUntil({ url: stack.config.DATABASE_URL, db: stack.db }, daysAgo(2));
    expect(await rolledUp(serial, from)).toBe(before);
    expect(Math.abs(before - stored)).toBeLessThanOrEqual(1);
  });
});
