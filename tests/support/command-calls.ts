import type { BroadcastAnswer, CommandAnswer, CommandResultAnswer } from '@belfry/schemas/http/commands';
import { connectDevice, type MqttDevice } from './mqtt-device.ts';
import { createDevice, type TestUser } from './factories.ts';
import type { Stack } from './stack.ts';
import { until } from './until.ts';

/** What setting a volume asks for, and what a device answers. */
export const VOLUME = { command: 'set_volume', params: { channel: 1, volume: 30 } };
export const RESULT = { channel: 1, volume: 30 };

/** The calls about commands, made by an administrator unless another key is given. `at` is asked at each call. */
export function commandCalls(at: () => { stack: Stack; admin: TestUser }) {
  /** A device that the database knows to be online. */
  async function onlineDevice(owner?: TestUser): Promise<MqttDevice> {
    const device = await connectDevice(
      at().stack.mqttUrl,
      await createDevice(at().stack, { user_id: owner?.id ?? null }),
    );
    await device.status();
    await until(
      'online',
      () => statusOf(device.serial),
      (status) => status === 'online',
    );
    return device;
  }
  async function statusOf(serial: string): Promise<string | undefined> {
    const { rows } = await at().stack.pool.query<{ status: string }>(
      'select status from device_state join devices using (device_id) where serial = $1',
      [serial],
    );
    return rows[0]?.status;
  }
  const send = (serial: string, body: unknown, key = at().admin.key) =>
    at().stack.post<CommandAnswer>(`/api/rpi/devices/send/commands/${serial}`, { key, body });
  const sendAtOnce = (serial: string, body: unknown, key = at().admin.key) =>
    at().stack.post<{ commandId: string }>(`/api/rpi/devices/send/command/${serial}`, { key, body });
  const result = (serial: string, id: string, key = at().admin.key) =>
    at().stack.get<CommandResultAnswer>(`/api/rpi/devices/command/result/${serial}/${id}`, { key });
  const history = (serial: string, key = at().admin.key, query = '') =>
    at().stack.get<CommandResultAnswer[]>(`/api/rpi/devices/commands/${serial}${query}`, { key });
  const broadcast = (body: unknown, key = at().admin.key) =>
    at().stack.post<BroadcastAnswer>('/api/rpi/devices/send/commands/broadcast', { key, body });
  const untilResult = async (
    serial: string,
    id: string,
    holds: (result: CommandResultAnswer) => boolean,
  ): Promise<CommandResultAnswer> => {
    const { body } = await until(
      'the result',
      () => result(serial, id),
      (answer) => holds(answer.body),
    );
    return body;
  };
  return { onlineDevice, statusOf, send, sendAtOnce, result, history, broadcast, untilResult };
}
