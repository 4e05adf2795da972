import { dropOldPartitions, makePartitions } from '@belfry/api/features/metrics/partitions.sql';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { describe, expect, it } from 'vitest';
import { createAdmin, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
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

/** The sequence number of the newest record of a device, from its last state. */
const lastSeq = async (serial: string): Promise<number | null | undefined> =>
  (await stack.call(devicesHttp.info, admin, { device: serial })).body.metrics?.seq;

describe('a wrong device clock', () => {
  it('that is behind is corrected by the skew of a live status', async () => {
    const device = await connectNewDevice(stack);
    await device.status({ at: ago(5 * HOUR_MS) });
    await until(
      'the skew is known',
      () => skewOf(device.serial),
      (skew) => skew !== null && skew < -4 * HOUR_MS,
    );
    await device.metrics({ seq: 1, collected_at: ago(5 * HOUR_MS) });
    const [record] = await untilRecords(stack, admin, device.serial, 1);
    expect(Math.abs(Date.now() - Date.parse(record!.measured_at))).toBeLessThan(MINUTE_MS);
    expect(
      (await stack.call(metricsHttp.statistics, admin, { serial: device.serial, hours: 1 })).body.total_records,
    ).toBe(1);
  });

  it('that is ahead is detected by its records, and nothing is stored in the future', async () => {
    const device = await connectNewDevice(stack);
    for (const seq of [1, 2]) await device.metrics({ seq, collected_at: ago(-7 * HOUR_MS) });
    for (const record of await untilRecords(stack, admin, device.serial, 2))
      expect(Date.parse(record.measured_at)).toBeLessThanOrEqual(Date.parse(record.received_at));
    expect(
      (await stack.call(metricsHttp.statistics, admin, { serial: device.serial, hours: 1 })).body.total_records,
    ).toBe(2);
  });

  it('that is corrected neither freezes the last state nor moves it back', async () => {
    const device = await connectNewDevice(stack);
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
    const device = await connectNewDevice(stack);
    await device.status({ at: ago(-7 * HOUR_MS) });
    await until(
      'the skew is known',
      () => skewOf(device.serial),
      (skew) => skew !== null && skew > 6 * HOUR_MS,
    );
    for (const seq of [1, 2]) await device.metrics({ seq, collected_at: ago(-7 * HOUR_MS + (9 - seq) * MINUTE_MS) });
    await untilRecords(stack, admin, device.serial, 2);
    await device.status({ at: ago(0) });
    await until(
      'the clock is right',
      () => skewOf(device.serial),
      (skew) => Math.abs(skew ?? Infinity) < MINUTE_MS,
    );
    for (const seq of [3, 4]) await device.metrics({ seq, collected_at: ago((5 - seq) * MINUTE_MS) });
    expect((await untilRecords(stack, admin, device.serial, 4)).map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    expect(
      (await stack.call(metricsHttp.newest, admin, { serial: device.serial, limit: 2 })).body.map(({ seq }) => seq),
    ).toEqual([4, 3]);
  });

  it('that is off by years uses the default partition, which is pruned like the others', async () => {
    const device = await connectNewDevice(stack);
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
    await dropOldPartitions(stack.db, Date.now() + 29 * DAY_MS, 30);
    expect(await inDefault()).toBe(2);
    await dropOldPartitions(stack.db, Date.now() + 31 * DAY_MS, 30);
    expect(await inDefault()).toBe(0);
    await makePartitions(stack.db, Date.now(), 3);
  });
});

describe('partitions', () => {
  it('take over rows of the default partition that a clock running ahead has filled', async () => {
    const device = await connectNewDevice(stack);
    await device.metrics({ seq: 1, collected_at: ago(-6 * DAY_MS) });
    await until('the ack', () => device.acks.length === 1);
    const made = await makePartitions(stack.db, Date.now() + 5 * DAY_MS, 3);
    expect(made.length).toBeGreaterThan(0);
    const { rows } = await stack.pool.query<{ home: string }>(
      'select m.tableoid::regclass::text as home from metrics m join devices using (device_id) where serial = $1',
      [device.serial],
    );
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
