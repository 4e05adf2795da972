import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandAnswer, CommandResultAnswer } from '@belfry/schemas/http/commands';
import { connectDevice, type WireDevice } from '../support/device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterAll(() => stack.stop());

/** A device that the database knows to be online. */
async function onlineDevice(owner?: TestUser): Promise<WireDevice> {
  const device = await connectDevice(stack.mqttUrl, await createDevice(stack, { user_id: owner?.id ?? null }));
  await device.status();
  await until('online', () => statusOf(device.serial), (status) => status === 'online');
  return device;
}
async function statusOf(serial: string): Promise<string | undefined> {
  const { rows } = await stack.pool.query<{ status: string }>(
    'select status from device_state join devices using (device_id) where serial = $1',
    [serial],
  );
  return rows[0]?.status;
}
const send = (serial: string, body: unknown, key = admin.key) =>
  stack.post<CommandAnswer>(`/api/rpi/devices/send/commands/${serial}`, { key, body });
const sendAtOnce = (serial: string, body: unknown, key = admin.key) =>
  stack.post<{ commandId: string }>(`/api/rpi/devices/send/command/${serial}`, { key, body });
const result = (serial: string, id: string, key = admin.key) =>
  stack.get<CommandResultAnswer>(`/api/rpi/devices/command/result/${serial}/${id}`, { key });
const VOLUME = { command: 'set_volume', params: { channel: 1, volume: 30 } };

describe('a command that waits', () => {
  it('comes back with the answer of the device, and its row says so', async () => {
    const device = await onlineDevice();
    const sent = send(device.serial, VOLUME);
    const command = await device.nextCommand();
    expect(command).toMatchObject({ command: 'set_volume', params: { channel: 1, volume: 30 } });
    await device.respond({ correlation_id: command.correlation_id, result: { channel: 1, volume: 30 }, execution_time_ms: 12 });
    const { status, body } = await sent;
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, result: { channel: 1, volume: 30, executionTime: 12 }, errorType: null });
    const stored = await result(device.serial, command.correlation_id);
    expect(stored.body).toMatchObject({ state: 'succeeded', success: true, phase: 'done' });
  });
});
void createUser; void sendAtOnce;
