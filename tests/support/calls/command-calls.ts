import type { CommandResultAnswer, CommandSent } from '@belfry/schemas/http/commands/commands';
import { connectDevice, type MqttDevice } from '../devices/mqtt-device.ts';
import { createDevice, type TestUser } from '../factories.ts';
import type { Answer, UntypedBody } from '../http-client.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';

/** A `set_volume` command, and the result with which a device responds. */
export const VOLUME = { command: 'set_volume', params: { channel: 1, volume: 30 } };
export const RESULT = { channel: 1, volume: 30 };

/** HTTP calls about commands, made with the administrator's key unless another is given. `context` is read at each call. */
export function commandCalls(context: () => { stack: Stack; admin: TestUser }) {
  /** A connected device that is online in the database. */
  async function onlineDevice(owner?: TestUser): Promise<MqttDevice> {
    const device = await connectDevice(
      context().stack.mqttUrl,
      await createDevice(context().stack, { user_id: owner?.id ?? null }),
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
    const { rows } = await context().stack.pool.query<{ status: string }>(
      'select status from device_state join devices using (device_id) where serial = $1',
      [serial],
    );
    return rows[0]?.status;
  }
  const send = (serial: string, body: object, key = context().admin.key) =>
    context().stack.call(commandsHttp.sendAndWait, { key }, { serial, ...body });
  const sendWithoutWaiting = (serial: string, body: object, key = context().admin.key) =>
    context().stack.call(commandsHttp.send, { key }, { serial, ...body }) as Promise<Answer<CommandSent & UntypedBody>>;
  const result = (serial: string, id: string, key = context().admin.key) =>
    context().stack.call(resultsHttp.read, { key }, { serial, commandId: id });
  const history = (serial: string, key = context().admin.key, query = '') =>
    context().stack.get<CommandResultAnswer[]>(`/api/rpi/devices/commands/${serial}${query}`, { key });
  const broadcast = (body: object, key = context().admin.key) =>
    context().stack.call(commandsHttp.broadcast, { key }, { ...body });
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
  return { onlineDevice, statusOf, send, sendWithoutWaiting, result, history, broadcast, untilResult };
}
