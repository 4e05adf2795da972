import type { CommandRun } from '@belfry/schemas/http/command-runs/runs';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { createDevice, createUser, type TestDevice, type TestUser } from '../factories.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';
import { connectDevice, type MqttDevice } from './mqtt-device.ts';

const DONE = { result: { freed_bytes: 1, removed_files: 1 } };

export type RunFleet = { owner: TestUser; devices: MqttDevice[]; offline: TestDevice[] };

/** Devices of a new owner, in the order of their serials; so many are online, and so many offline. */
export async function createRunFleet(
  stack: Stack,
  { online, offline = 0 }: { online: number; offline?: number },
): Promise<RunFleet> {
  const owner = await createUser(stack);
  const created = await Promise.all(
    Array.from({ length: online + offline }, () => createDevice(stack, { user_id: owner.id })),
  );
  created.sort((a, b) => (a.serial < b.serial ? -1 : 1));
  const devices = await Promise.all(created.slice(0, online).map((device) => connectDevice(stack.mqttUrl, device)));
  for (const device of devices) await device.status();
  await until(
    'they are online',
    () => stack.call(runsHttp.preview, owner, { targets: { all: true } }),
    ({ body }) => body.online === online,
  );
  return { owner, devices, offline: created.slice(online) };
}

export const serialsOf = (devices: readonly { serial: string }[]) => ({ serials: devices.map(({ serial }) => serial) });

/** How many commands each of these devices has received. */
export const received = (devices: readonly MqttDevice[]): number[] => devices.map(({ commands }) => commands.length);

/** Lets the devices that have a command answer it. */
export async function answer(devices: readonly MqttDevice[], response: object = DONE): Promise<void> {
  for (const device of devices) {
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, ...response });
  }
}

export const isState = (state: CommandRun['state']) => (run: CommandRun) => run.state === state;
