import { describe, expect, it } from 'vitest';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  ago,
  connectNewDevice,
  untilRecords,
} from '../../support/metrics/stored-metrics.ts';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

describe('the metrics of a device', () => {
  it('are listed newest first, by default five', async () => {
    const device = await connectNewDevice(stack);
    for (let seq = 1; seq <= 8; seq++)
      await device.metrics({ seq, collected_at: ago((9 - seq) * MINUTE_MS), uptime_seconds: 90_061 });
    await untilRecords(stack, admin, device.serial, 8);
    const records = (await stack.call(metricsHttp.newest, admin, { serial: device.serial })).body;
    expect(records.map(({ seq }) => seq)).toEqual([8, 7, 6, 5, 4]);
    expect(records[0]).toMatchObject({ uptime_human: '1d 1h 1m', cpu_usage_percent: 12.5 });
    expect(records[0]?.measured_at).toBe(records[0]?.collected_at);
  });

  it('include older ones when there are none of the last day', async () => {
    const device = await connectNewDevice(stack);
    for (const [seq, days] of [
      [1, 5],
      [2, 3],
      [3, 1.5],
    ] as const)
      await device.metrics({ seq, collected_at: ago(days * DAY_MS) });
    expect((await untilRecords(stack, admin, device.serial, 3)).map(({ seq }) => seq)).toEqual([3, 2, 1]);
  });

  it('have averages and maxima of the last hours, or none without records', async () => {
    const device = await connectNewDevice(stack);
    expect((await stack.call(metricsHttp.statistics, admin, { serial: device.serial, hours: 24 })).body).toMatchObject({
      total_records: 0,
      avg_cpu_usage: null,
    });
    for (const [seq, cpu, hours] of [
      [1, 90, 30],
      [2, 10, 2],
      [3, 20, 1],
    ] as const)
      await device.metrics({
        seq,
        cpu_usage_percent: cpu,
        cpu_temperature: 40 + cpu,
        collected_at: ago(hours * HOUR_MS),
      });
    await untilRecords(stack, admin, device.serial, 3);
    expect((await stack.call(metricsHttp.statistics, admin, { serial: device.serial, hours: 24 })).body).toMatchObject({
      total_records: 2,
      avg_cpu_usage: 15,
      max_cpu_usage: 20,
      max_cpu_temp: 60,
    });
    expect(
      (await stack.call(metricsHttp.statistics, admin, { serial: device.serial, hours: 48 })).body.max_cpu_usage,
    ).toBe(90);
  });

  it('are averaged in buckets for charts', async () => {
    const device = await connectNewDevice(stack);
    for (let seq = 1; seq <= 40; seq++)
      await device.metrics({ seq, cpu_usage_percent: seq, collected_at: ago((40 - seq) * 3 * MINUTE_MS) });
    await untilRecords(stack, admin, device.serial, 40);
    const { body } = await stack.call(metricsHttp.series, admin, { serial: device.serial, hours: '2', points: '10' });
    expect(body.length).toBeGreaterThanOrEqual(9);
    expect(body.length).toBeLessThanOrEqual(10);
    expect(body.map(({ cpu_usage_percent }) => cpu_usage_percent)).toEqual(
      body.map(({ cpu_usage_percent }) => cpu_usage_percent).toSorted((a, b) => a - b),
    );
  });

  it('are for the owner and administrators only', async () => {
    const [owner, otherUser] = [await createUser(stack), await createUser(stack)];
    const { serial } = await createDevice(stack, { user_id: owner.id });
    for (const endpoint of [metricsHttp.newest, metricsHttp.statistics, metricsHttp.series]) {
      expect((await stack.call(endpoint, owner, { serial })).status).toBe(200);
      expect((await stack.call(endpoint, otherUser, { serial })).status).toBe(404);
      expect((await stack.call(endpoint, null, { serial })).status).toBe(401);
    }
  });
});
