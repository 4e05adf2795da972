import { dropOldPartitions, makePartitions } from '@belfry/api/features/metrics/partitions.sql';
import type { MetricRecord, MetricSeriesPoint, MetricStatistics } from '@belfry/schemas/http/metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, type MqttDevice } from '../support/mqtt-device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterAll(() => stack.stop());

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const newDevice = async (): Promise<MqttDevice> => connectDevice(stack.mqttUrl, await createDevice(stack));
const list = async (serial: string, query = ''): Promise<MetricRecord[]> =>
  (await stack.get<MetricRecord[]>(`/api/metrics/device/${serial}${query}`, { key: admin.key })).body;
const statistics = async (serial: string, hours = 24): Promise<MetricStatistics> =>
  (await stack.get<MetricStatistics>(`/api/metrics/device/${serial}/stats?hours=${hours}`, { key: admin.key })).body;
/** The sequence number of the newest record of a device, from its last state. */
const lastSeq = async (serial: string): Promise<number | null | undefined> =>
  (await stack.get<{ metrics: MetricRecord | null }>(`/api/devices/info/${serial}`, { key: admin.key })).body.metrics
    ?.seq;
const untilCount = (serial: string, count: number): Promise<MetricRecord[]> =>
  until(
    'the records',
    () => list(serial, '?limit=1000'),
    (records) => records.length === count,
  );

describe('the metrics of a device', () => {
  it('are listed newest first, by default five', async () => {
    const device = await newDevice();
    for (let seq = 1; seq <= 8; seq++)
      await device.metrics({ seq, collected_at: ago((9 - seq) * MINUTE_MS), uptime_seconds: 90_061 });
    await untilCount(device.serial, 8);
    const records = await list(device.serial);
    expect(records.map(({ seq }) => seq)).toEqual([8, 7, 6, 5, 4]);
    expect(records[0]).toMatchObject({ uptime_human: '1d 1h 1m', cpu_usage_percent: 12.5 });
    expect(records[0]?.measured_at).toBe(records[0]?.collected_at);
  });

  it('include older ones when there are none of the last day', async () => {
    const device = await newDevice();
    for (const [seq, days] of [
      [1, 5],
      [2, 3],
      [3, 1.5],
    ] as const)
      await device.metrics({ seq, collected_at: ago(days * DAY_MS) });
    expect((await untilCount(device.serial, 3)).map(({ seq }) => seq)).toEqual([3, 2, 1]);
  });

  it('have averages and maxima of the last hours, or none without records', async () => {
    const device = await newDevice();
    expect(await statistics(device.serial)).toMatchObject({ total_records: 0, avg_cpu_usage: null });
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
    await untilCount(device.serial, 3);
    expect(await statistics(device.serial)).toMatchObject({
      total_records: 2,
      avg_cpu_usage: 15,
      max_cpu_usage: 20,
      max_cpu_temp: 60,
    });
    expect((await statistics(device.serial, 48)).max_cpu_usage).toBe(90);
  });

  it('are averaged in buckets for charts', async () => {
    const device = await newDevice();
    for (let seq = 1; seq <= 40; seq++)
      await device.metrics({ seq, cpu_usage_percent: seq, collected_at: ago((40 - seq) * 3 * MINUTE_MS) });
    await untilCount(device.serial, 40);
    const { body } = await stack.get<MetricSeriesPoint[]>(
      `/api/metrics/device/${device.serial}/series?hours=2&points=10`,
      { key: admin.key },
    );
    expect(body.length).toBeGreaterThanOrEqual(9);
    expect(body.length).toBeLessThanOrEqual(10);
    expect(body.map(({ cpu_usage_percent }) => cpu_usage_percent)).toEqual(
      body.map(({ cpu_usage_percent }) => cpu_usage_percent).toSorted((a, b) => a - b),
    );
  });

  it('are for the owner and administrators only', async () => {
    const [owner, otherUser] = [await createUser(stack), await createUser(stack)];
    const { serial } = await createDevice(stack, { user_id: owner.id });
    for (const tail of ['', '/stats', '/series']) {
      expect((await stack.get(`/api/metrics/device/${serial}${tail}`, { key: owner.key })).status).toBe(200);
      expect((await stack.get(`/api/metrics/device/${serial}${tail}`, { key: otherUser.key })).status).toBe(404);
      expect((await stack.get(`/api/metrics/device/${serial}${tail}`)).status).toBe(401);
    }
  });
});

describe('a wrong device clock', () => {
  it('that is behind is corrected by the skew of a live status', async () => {
    const device = await newDevice();
    await device.status({ at: ago(5 * HOUR_MS) });
    await until(
      'the skew is known',
      () => skewOf(device.serial),
      (skew) => skew !== null && skew < -4 * HOUR_MS,
    );
    await device.metrics({ seq: 1, collected_at: ago(5 * HOUR_MS) });
    const [record] = await untilCount(device.serial, 1);
    expect(Math.abs(Date.now() - Date.parse(record!.measured_at))).toBeLessThan(MINUTE_MS);
    expect((await statistics(device.serial, 1)).total_records).toBe(1);
  });

  it('that is ahead is detected by its records, and nothing is stored in the future', async () => {
    const device = await newDevice();
    for (const seq of [1, 2]) await device.metrics({ seq, collected_at: ago(-7 * HOUR_MS) });
    for (const record of await untilCount(device.serial, 2))
      expect(Date.parse(record.measured_at)).toBeLessThanOrEqual(Date.parse(record.received_at));
    expect((await statistics(device.serial, 1)).total_records).toBe(2);
  });

  it('that is corrected neither freezes the last state nor moves it back', async () => {
    const device = await newDevice();
    const ahead = ago(-7 * HOUR_MS);
    await device.metrics({ seq: 1, collected_at: ahead });
    await until('the first record', async () => (await lastSeq(device.serial)) === 1);
    await device.status({ at: ago(0) });
    await until(
      'the corrected skew',
      () => skewOf(device.serial),
      (skew) => skew !== null && Math.abs(skew) < MINUTE_MS,
    );
    await device.metrics({ seq: 2, collected_at: ago(0) });
    await until('the second record', async () => (await lastSeq(device.serial)) === 2);
    const acks = device.acks.length;
    await device.metrics({ seq: 1, collected_at: ahead });
    await until('a further ack', () => device.acks.length > acks);
    expect(await lastSeq(device.serial)).toBe(2);
  });

  it('that was corrected does not affect the order of the list, which is by corrected time', async () => {
    const device = await newDevice();
    await device.status({ at: ago(-7 * HOUR_MS) });
    await until(
      'the skew is known',
      () => skewOf(device.serial),
      (skew) => skew !== null && skew > 6 * HOUR_MS,
    );
    for (const seq of [1, 2]) await device.metrics({ seq, collected_at: ago(-7 * HOUR_MS + (9 - seq) * MINUTE_MS) });
    await untilCount(device.serial, 2);
    await device.status({ at: ago(0) });
    await until(
      'the clock is right',
      () => skewOf(device.serial),
      (skew) => Math.abs(skew ?? Infinity) < MINUTE_MS,
    );
    for (const seq of [3, 4]) await device.metrics({ seq, collected_at: ago((5 - seq) * MINUTE_MS) });
    expect((await untilCount(device.serial, 4)).map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    expect((await list(device.serial, '?limit=2')).map(({ seq }) => seq)).toEqual([4, 3]);
  });

  it('that is off by years uses the default partition, which is pruned like the others', async () => {
    const device = await newDevice();
    for (const [seq, at] of [
      [1, '1970-01-01T00:00:30Z'],
      [2, '2099-06-01T00:00:00Z'],
    ] as const)
      await device.metrics({ seq, collected_at: at });
    const inDefault = async (): Promise<number> =>
      (
        await stack.pool.query<{ count: number }>(
          'select count(*)::int as count from metrics_default join devices using (device_id) where serial = $1',
          [device.serial],
        )
      ).rows[0]?.count ?? 0;
    await until('the default partition', inDefault, (count) => count === 2);
    const client = await stack.pool.connect();
    await dropOldPartitions(client, Date.now() + 29 * DAY_MS, 30);
    expect(await inDefault()).toBe(2);
    await dropOldPartitions(client, Date.now() + 31 * DAY_MS, 30);
    expect(await inDefault()).toBe(0);
    await makePartitions(client, Date.now(), 3);
    client.release();
  });
});

describe('partitions', () => {
  it('take over rows of the default partition that a clock running ahead has filled', async () => {
    const device = await newDevice();
    await device.metrics({ seq: 1, collected_at: ago(-6 * DAY_MS) });
    await until('the ack', () => device.acks.length === 1);
    const client = await stack.pool.connect();
    const made = await makePartitions(client, Date.now() + 5 * DAY_MS, 3);
    expect(made.length).toBeGreaterThan(0);
    const { rows } = await client.query<{ home: string }>(
      'select m.tableoid::regclass::text as home from metrics m join devices using (device_id) where serial = $1',
      [device.serial],
    );
    client.release();
    expect(made).toContain(rows[0]?.home);
  });
});

async function skewOf(serial: string): Promise<number | null> {
  const { rows } = await stack.pool.query<{ clock_skew_ms: number | null }>(
    'select clock_skew_ms from device_state join devices using (device_id) where serial = $1',
    [serial],
  );
  return rows[0]?.clock_skew_ms ?? null;
}
