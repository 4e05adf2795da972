import { commandsHttp, type CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import type { CommandRun } from '@belfry/schemas/http/command-runs/runs';
import { sql } from 'kysely';
import { connectDevice, type MqttDevice } from './devices/mqtt-device.ts';
import { createDevice, type TestUser } from './factories.ts';
import type { Caller, HttpClient } from './http-client.ts';
import type { Stack } from './stack.ts';
import { until } from './until.ts';

/** A `set_volume` command, and the result with which a device responds. */
export const VOLUME = { command: 'set_volume', params: { channel: 1, volume: 30 } };
export const RESULT = { channel: 1, volume: 30 };

/** A connected device that is online in the database. */
export async function onlineDevice(stack: Stack, owner?: TestUser): Promise<MqttDevice> {
  const device = await connectDevice(stack.mqttUrl, await createDevice(stack, { user_id: owner?.id ?? null }));
  await device.status();
  await until(
    'online',
    () => statusOf(stack, device.serial),
    (status) => status === 'online',
  );
  return device;
}

/** The status of a device as it is stored. */
export async function statusOf({ db }: Pick<Stack, 'db'>, serial: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('device_state')
    .innerJoin('devices', 'devices.device_id', 'device_state.device_id')
    .select('device_state.status')
    .where('serial', '=', serial)
    .executeTakeFirst();
  return row?.status;
}

/** A command that was sent to one device. */
export type SentCommand = { serial: string; commandId: string };

/** Sends a command to a device without waiting for its result. Throws where it was not sent. */
export async function sendCommand(
  api: Pick<HttpClient, 'call'>,
  caller: Caller,
  { serial }: { serial: string },
  command: object,
): Promise<SentCommand> {
  const { body } = await api.call(commandsHttp.send, caller, { serial, ...command });
  if (!body.success || body.commandId === null) throw new Error(`it was not sent: ${JSON.stringify(body)}`);
  return { serial, commandId: body.commandId };
}

/** The result of a command as soon as it holds. */
export async function untilResult(
  api: Pick<HttpClient, 'call'>,
  caller: Caller,
  command: SentCommand,
  holds: (result: CommandResultAnswer) => boolean,
): Promise<CommandResultAnswer> {
  const { body } = await until(
    'the result',
    () => api.call(resultsHttp.read, caller, command),
    (answer) => holds(answer.body),
  );
  return body;
}

/** A run of commands as soon as it holds. */
export async function untilRun(
  api: Pick<HttpClient, 'call'>,
  caller: Caller,
  run_id: string,
  holds: (run: CommandRun) => boolean,
): Promise<CommandRun> {
  const { body } = await until(
    'the run',
    () => api.call(runsHttp.read, caller, { run_id }),
    (answer) => holds(answer.body),
  );
  return body;
}

/** Ends the pause of a run between two waves. */
export async function endPauseOfRun({ db }: Pick<Stack, 'db'>, id: string): Promise<void> {
  await sql`update command_runs set next_wave_at = now() where id = ${id}::uuid`.execute(db);
  await sql`
    update jobs.job set start_after = now()
    where name = 'command-run-steps' and state = 'created' and data ->> 'run_id' = ${id}`.execute(db);
}
