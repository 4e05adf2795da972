import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topics } from '@belfry/schemas/mqtt/topics';
import { connectDevice, aRecord, type WireDevice } from '../support/device.ts';
import { createAdmin, createDevice, type TestUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterAll(() => stack.stop());

const newDevice = async (): Promise<WireDevice> => connectDevice(stack.mqttUrl, await createDevice(stack));
const rowsOf = async ({ serial }: { serial: string }): Promise<{ seq: number | null }[]> => {
  const { rows } = await stack.pool.query<{ seq: number | null }>(
    'select seq from metrics join devices using (device_id) where serial = $1 order by seq',
    [serial],
  );
  return rows;
};
const info = (serial: string) =>
  stack.get<{ metrics: { seq: number } }>(`/api/devices/info/${serial}`, { key: admin.key });

describe('metrics', () => {
  it('become rows, the last state, and an acknowledgement', async () => {
    const device = await newDevice();
    for (let seq = 1; seq <= 20; seq++) await device.metrics({ seq });
    await until(
      'the rows',
      () => rowsOf(device),
      (rows) => rows.length === 20,
    );
    await until(
      'the ack',
      () => device.acks.at(-1),
      (seq) => seq === 20,
    );
    expect((await info(device.serial)).body.metrics.seq).toBe(20);
  });
});
void topics;
void aRecord;
