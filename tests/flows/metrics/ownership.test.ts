import type { MetricRecord, MetricStatistics } from '@belfry/schemas/http/metrics/metrics';
import { describe, expect, it } from 'vitest';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { ago, HOUR_MS, MINUTE_MS } from '../../support/metrics/stored-metrics.ts';

let stack: Stack;
let admin: TestUser;
let owner: TestUser;
let serial: string;

const list = async ({ key }: TestUser): Promise<MetricRecord[]> =>
  (await stack.call(metricsHttp.newest, { key }, { serial, limit: '100' })).body;
const statistics = async ({ key }: TestUser): Promise<MetricStatistics> =>
  (await stack.call(metricsHttp.statistics, { key }, { serial, hours: '24' })).body;
const series = async ({ key }: TestUser): Promise<number[]> =>
  (await stack.call(metricsHttp.series, { key }, { serial, hours: '24', points: '24' })).body.map(
    ({ cpu_usage_percent }) => cpu_usage_percent,
  );
const history = async ({ key }: TestUser): Promise<(number | null)[]> =>
  (await stack.call(metricsHttp.history, { key }, { serial })).body.points.map(
    ({ cpu_usage_percent }) => cpu_usage_percent.max,
  );

flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  [admin, owner] = [await createAdmin(stack), await createUser(stack)];
  const device = await connectDevice(stack.mqttUrl, await createDevice(stack, { user_id: owner.id }));
  serial = device.serial;
  // It became the owner's two hours ago; what was measured three hours ago was measured for somebody else.
  await stack.pool.query(`update devices set owned_since = now() - interval '2 hours' where serial = $1`, [serial]);
  await device.metrics({ seq: 1, cpu_usage_percent: 91, collected_at: ago(3 * HOUR_MS) });
  await device.metrics({ seq: 2, cpu_usage_percent: 12, collected_at: ago(5 * MINUTE_MS) });
  await until(
    'both records',
    () => list(admin),
    (records) => records.length === 2,
  );
});

describe('what was measured before a device came to its present owner', () => {
  it('is seen by administrators', async () => {
    expect((await list(admin)).map(({ cpu_usage_percent }) => cpu_usage_percent)).toEqual([12, 91]);
    expect(await statistics(admin)).toMatchObject({ total_records: 2, max_cpu_usage: 91 });
    expect(await series(admin)).toEqual([91, 12]);
    expect(await history(admin)).toEqual([91, 12]);
  });

  it.each([
    ['list', async () => (await list(owner)).map(({ cpu_usage_percent }) => cpu_usage_percent)],
    ['statistics', async () => [(await statistics(owner)).max_cpu_usage]],
    ['series', () => series(owner)],
    ['history', () => history(owner)],
  ])('is not in the %s that the owner sees', async (_what, read) => {
    expect(await read()).toEqual([12]);
  });

  it('is not counted for the owner', async () => {
    expect(await statistics(owner)).toMatchObject({ total_records: 1, avg_cpu_usage: 12 });
  });
});
