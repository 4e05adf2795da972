import { metricsHttp, type MetricsHistory } from '@belfry/schemas/http/metrics/metrics-history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import {
  DAY_MS,
  daysAgo,
  forgetRollups,
  HOUR_MS,
  makePastPartitions,
  rollUpUntil,
  storeRecords,
} from '../../support/metrics/stored-metrics.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let admin: TestUser;
let owner: TestUser;
const FIRST = daysAgo(12);
const OWNED_SINCE = new Date(daysAgo(8).getTime() + 5 * HOUR_MS + 20 * 60_000);

beforeAll(async () => {
  stack = await startStack();
  [admin, owner] = [await createAdmin(stack), await createUser(stack)];
  await makePastPartitions(stack.pool, 14);
});
afterAll(() => stack.stop());

const read = async (serial: string, query: Record<string, string>, { key } = admin): Promise<MetricsHistory> =>
  (await stack.call(metricsHttp.history, { key }, { serial, ...query })).body;
async function rollUp(): Promise<void> {
  await forgetRollups(stack.pool);
  await rollUpUntil({ url: stack.config.DATABASE_URL, db: stack.db }, daysAgo(2));
}
const sum = ({ points }: MetricsHistory): number => points.reduce((total, { records }) => total + records, 0);

/** A device with a record every ten minutes from FIRST until now. */
async function measuredDevice(): Promise<{ device_id: number; serial: string }> {
  const device = await createDevice(stack, { user_id: owner.id });
  await stack.pool.query('update devices set owned_since = $1 where device_id = $2', [OWNED_SINCE, device.device_id]);
  await storeRecords(stack.pool, { deviceId: device.device_id, from: FIRST, to: new Date(), everyS: 600 });
  return device;
}

describe('the history of metrics', () => {
  it('is the same before and after days are rolled up, and has each record once', async () => {
    const { serial } = await measuredDevice();
    await forgetRollups(stack.pool);
    const ranges: Record<string, string>[] = [
      { from: FIRST.toISOString() },
      { from: FIRST.toISOString(), resolution: 'daily' },
    ];
    const before = await Promise.all(ranges.map((range) => read(serial, range)));
    await rollUp();
    const after = await Promise.all(ranges.map((range) => read(serial, range)));
    expect(after).toEqual(before);
    const stored = Math.ceil((Date.now() - FIRST.getTime()) / 600_000);
    for (const history of after) expect(Math.abs(sum(history) - stored)).toBeLessThanOrEqual(1);
    expect(after.map(({ resolution, step_seconds }) => [resolution, step_seconds])).toEqual([
      ['hourly', 3_600],
      ['daily', 86_400],
    ]);
  });

  it('has points of at most the length that was asked for, oldest first, with gaps where nothing was measured', async () => {
    const { device_id, serial } = await createDevice(stack);
    for (const hours of [2, 30]) {
      const from = new Date(Date.now() - hours * HOUR_MS);
      await storeRecords(stack.pool, { deviceId: device_id, from, to: new Date(from.getTime() + 60_000), everyS: 60 });
    }
    expect(await read(serial, {})).toMatchObject({ resolution: 'raw', step_seconds: 300, points: [{ records: 1 }] });
    const both = await read(serial, { from: new Date(Date.now() - 40 * HOUR_MS).toISOString() });
    expect(both.points.map(({ records }) => records)).toEqual([1, 1]);
    expect(Date.parse(both.points[0]!.at)).toBeLessThan(Date.parse(both.points[1]!.at));
  });

  it('contains a record that a device kept in its journal for hours', async () => {
    const device = await connectDevice(stack.mqttUrl, await createDevice(stack));
    const collected_at = new Date(Date.now() - 23 * HOUR_MS).toISOString();
    await device.metrics({ seq: 1, cpu_usage_percent: 77, collected_at });
    const history = await until(
      'the late record',
      () => read(device.serial, { from: daysAgo(7).toISOString() }),
      ({ points }) => points.length === 1,
    );
    expect(history).toMatchObject({
      resolution: 'hourly',
      points: [{ cpu_usage_percent: { avg: 77, min: 77, max: 77 } }],
    });
  });

  it('begins for an owner when the device became theirs, to the minute', async () => {
    const { serial } = await measuredDevice();
    await rollUp();
    const query = { from: FIRST.toISOString() };
    expect(sum(await read(serial, query))).toBeGreaterThan(sum(await read(serial, query, owner)));
    for (const resolution of ['hourly', 'daily']) {
      const mine = await read(serial, { ...query, resolution }, owner);
      expect(Math.abs(sum(mine) - Math.floor((Date.now() - OWNED_SINCE.getTime()) / 600_000))).toBeLessThanOrEqual(1);
      expect(Date.parse(mine.points[0]!.at)).toBeLessThanOrEqual(OWNED_SINCE.getTime());
    }
  });

  it('is for the owner and administrators only', async () => {
    const { serial } = await createDevice(stack, { user_id: owner.id });
    const statusFor = async (caller: TestUser | null) =>
      (await stack.call(metricsHttp.history, caller, { serial })).status;
    expect(await statusFor(owner)).toBe(200);
    expect(await statusFor(await createUser(stack))).toBe(404);
    expect(await statusFor(null)).toBe(401);
  });

  it.each([
    ['that ends before it begins', { from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' }],
    ['of more than ten years', { from: '2001-01-01T00:00:00Z' }],
    ['that is no time', { from: 'yesterday' }],
    ['of an unknown resolution', { resolution: 'weekly' }],
  ])('refuses a range %s', async (_what, query) => {
    const { serial } = await createDevice(stack);
    const answer = await stack.call(metricsHttp.history, admin, { serial, ...query });
    expect(answer.status).toBe(400);
  });

  it('of ten years has at most 500 points', async () => {
    const { serial } = await measuredDevice();
    const from = new Date(Date.now() - 3_650 * DAY_MS).toISOString();
    const history = await read(serial, { from });
    expect(history.step_seconds).toBe(30 * 86_400);
    expect(history.points.length).toBeLessThanOrEqual(2);
  });
});
