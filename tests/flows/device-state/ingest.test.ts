import { describe, expect, it } from 'vitest';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { topics } from '@belfry/schemas/mqtt/topics';
import mqtt from 'mqtt';
import { SERVICE_SECRET } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { metricsMessage, connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { lockTable } from '../../support/postgres/table-lock.ts';
import { until } from '../../support/until.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

const newDevice = async (): Promise<MqttDevice> => connectDevice(stack.mqttUrl, await createDevice(stack));
const seqsOf = async ({ serial }: { serial: string }): Promise<(number | null)[]> => {
  const { rows } = await stack.pool.query<{ seq: number | null }>(
    'select seq from metrics join devices using (device_id) where serial = $1 order by seq',
    [serial],
  );
  return rows.map(({ seq }) => seq);
};
const info = async (serial: string): Promise<Device> =>
  (await stack.call(devicesHttp.info, admin, { device: serial })).body;
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('metrics', () => {
  it('are stored as rows and last state, with one acknowledgement for many', async () => {
    const device = await newDevice();
    // Until all of them have arrived, nothing is stored, however long that takes.
    const unlock = await lockTable(stack.pool, 'metrics');
    await Promise.all(range(1, 200).map((seq) => device.metrics({ seq })));
    await unlock();
    await until(
      'the ack',
      () => device.acks.at(-1),
      (seq) => seq === 200,
    );
    expect(await seqsOf(device)).toEqual(range(1, 200));
    expect((await info(device.serial)).metrics?.seq).toBe(200);
    expect(device.acks.length).toBeLessThan(5);
  });

  it('that are received twice are stored once and acknowledged again', async () => {
    const device = await newDevice();
    const record = metricsMessage({ seq: 1 });
    await device.metrics(record);
    await until('the first ack', () => device.acks.length === 1);
    await device.metrics(record);
    await until('the second ack', () => device.acks.length === 2);
    expect(device.acks).toEqual([1, 1]);
    expect(await seqsOf(device)).toEqual([1]);
  });

  it('without sequence number are distinguished by their time', async () => {
    const device = await newDevice();
    const [first, second] = [metricsMessage({ collected_at: '2026-11-20T10:00:00Z' }), metricsMessage()];
    for (const record of [first, first, second]) await device.metrics(record);
    await until(
      'two rows',
      () => seqsOf(device),
      (seqs) => seqs.length === 2,
    );
    await device.metrics(metricsMessage({ seq: 1 }));
    await until('the ack', () => device.acks.length === 1);
    expect(await seqsOf(device)).toHaveLength(3);
  });

  it('keep the watermark before a gap, and the last state at the newest record', async () => {
    const device = await newDevice();
    for (const seq of [1, 2, 4, 5]) await device.metrics({ seq });
    await until(
      'the ack before the gap',
      () => device.acks.at(-1),
      (seq) => seq === 2,
    );
    expect((await info(device.serial)).metrics?.seq).toBe(5);
    await device.metrics({ seq: 3, collected_at: new Date(Date.now() - 60_000).toISOString() });
    await until(
      'the ack beyond the gap',
      () => device.acks.at(-1),
      (seq) => seq === 5,
    );
    expect((await info(device.serial)).metrics?.seq).toBe(5);
  });

  it('of a deleted device do not affect other devices', async () => {
    const [gone, other] = [await newDevice(), await newDevice()];
    await stack.pool.query('delete from devices where serial = $1', [gone.serial]);
    await gone.metrics({ seq: 1 });
    await other.metrics({ seq: 1 });
    await until('the other ack', () => other.acks.length === 1);
    expect(gone.acks).toEqual([]);
  });
});

describe('a payload that cannot be stored', () => {
  it('is acknowledged and omitted; its sequence number does not block the watermark', async () => {
    const [sick, healthy] = [await newDevice(), await newDevice()];
    const metrics = topics.metrics(sick.serial);
    await sick.metrics({ seq: 1 });
    for (const payload of ['not json', '', '[]', 'null', '{"seq":-1}', `{"hostname":"${'x'.repeat(300)}"}`])
      await sick.publish(metrics, payload);
    await sick.publish(metrics, { ...metricsMessage(), cpu_usage_percent: 900, seq: 2 });
    // Valid JSON for the schema, but not a text that Postgres stores.
    await sick.metrics({ seq: 3, hostname: 'nul \u0000 byte' });
    await sick.metrics({ seq: 4 });
    await healthy.metrics({ seq: 1 });
    await until(
      'the ack over the poison',
      () => sick.acks.at(-1),
      (seq) => seq === 4,
    );
    await until('the other ack', () => healthy.acks.at(-1) === 1);
    expect(await seqsOf(sick)).toEqual([1, 4]);
  });

  it('on any other topic leaves the device unchanged', async () => {
    const device = await newDevice();
    await device.status();
    await until('online', async () => (await info(device.serial)).status === 'online');
    const { status, player, configReported, responses } = topics;
    for (const topic of [
      status(device.serial),
      player(device.serial, 'music'),
      configReported(device.serial),
      responses(device.serial),
    ])
      for (const payload of ['{', '7', { status: 'flying' }, { state: 'play', volume: 900 }])
        await device.publish(topic, payload);
    await device.metrics({ seq: 1 });
    await until('the ack', () => device.acks.length === 1);
    expect(await info(device.serial)).toMatchObject({ status: 'online', players: {} });
  });

  it('on an unknown topic is ignored', async () => {
    const service = await mqtt.connectAsync(stack.mqttUrl, { username: 'service', password: SERVICE_SECRET });
    await service.publishAsync('devices/not-a-serial/metrics', JSON.stringify(metricsMessage()), { qos: 1 });
    await service.publishAsync('devices/1111-1111-1111-1111/metrics', JSON.stringify(metricsMessage({ seq: 1 })), {
      qos: 1,
    });
    await service.endAsync();
    const device = await newDevice();
    await device.metrics({ seq: 1 });
    await until('the ack', () => device.acks.length === 1);
  });
});

describe('a restart of the api', () => {
  it('loses no message that the broker received meanwhile, and continues from the stored watermark', async () => {
    const device = await newDevice();
    for (const seq of range(1, 5)) await device.metrics({ seq });
    await until(
      'the ack',
      () => device.acks.at(-1),
      (seq) => seq === 5,
    );
    await stack.stopApi();
    for (const seq of range(6, 60)) await device.metrics({ seq });
    await stack.startApi();
    await until(
      'the ack after the restart',
      () => device.acks.at(-1),
      (seq) => seq === 60,
    );
    expect(await seqsOf(device)).toEqual(range(1, 60));
  });
});

describe('two api instances', () => {
  it('store each record once, and the second takes over when the first stops', async () => {
    const replica = await stack.startReplica();
    const device = await newDevice();
    for (const seq of range(1, 20)) await device.metrics({ seq });
    await until(
      'the ack',
      () => device.acks.at(-1),
      (seq) => seq === 20,
    );
    await stack.stopApi();
    for (const seq of range(21, 40)) await device.metrics({ seq });
    await until(
      'the ack of the other',
      () => device.acks.at(-1),
      (seq) => seq === 40,
    );
    expect(await seqsOf(device)).toEqual(range(1, 40));
    await replica.stop();
    await stack.startApi();
    await stack.ready();
  });
});
