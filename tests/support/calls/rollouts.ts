import { startDevice, type Device, type DeviceOptions } from '@belfry/device-firmware-sim/device/device';
import { createContentStore } from '@belfry/device-firmware-sim/firmware/content-store';
import type { NewDevice } from '@belfry/api/features/devices/devices.repository';
import type { Rollout, RolloutDevice, StartRollout } from '@belfry/schemas/http/firmware/rollouts';
import { sql } from 'kysely';
import { createDevice } from '../factories.ts';
import { fastClock } from '../devices/fast-clock.ts';
import type { HttpClient } from '../http-client.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';

/** A trial of a minute lasts twenty seconds, which suffices on a busy machine, too. */
const CLOCK_FACTOR = 3;
const REACHED_MS = 90_000;
const SPEED = 1_000;

/** Devices of the stack that run version 3.3, which download from `apiUrl`. */
export async function startRolloutDevices(
  stack: Stack,
  count: number,
  {
    apiUrl = stack.url,
    overrides = {},
  }: {
    apiUrl?: string;
    overrides?: Partial<NewDevice>;
  } = {},
) {
  const contents = createContentStore();
  const clock = fastClock(CLOCK_FACTOR);
  const devices = new Map<string, Device>();
  const start = (options: Pick<DeviceOptions, 'serial'> & Partial<DeviceOptions>): Device => {
    const common = { mqttUrl: stack.mqttUrl, apiUrl, contents, clock, speed: SPEED, intervalMs: 3_600_000 };
    const device = startDevice({ ...common, ...options });
    devices.set(device.serial, device);
    return device;
  };
  for (let made = 0; made < count; made++) {
    const { serial, device_key } = await createDevice(stack, overrides);
    const device = start({ serial, deviceKey: device_key });
    device.flash.memory.device_version = '3.3';
  }
  const online = async (): Promise<number> => {
    const rows = await stack.db.selectFrom('device_state').select('device_id').where('status', '=', 'online').execute();
    return rows.length;
  };
  await until('all devices are online', online, (found) => found >= count, REACHED_MS);
  return {
    devices,
    /** The power of a device is lost and returns. */
    restart({ serial, flash }: Device): Device {
      devices.get(serial)?.kill();
      return start({ serial, flash });
    },
    stop(): void {
      for (const device of devices.values()) device.kill();
    },
  };
}
export type RolloutDevices = Awaited<ReturnType<typeof startRolloutDevices>>;

/** Calls of the rollout routes with the key of an administrator. */
export function rolloutCalls(api: HttpClient, key: string) {
  const path = '/api/client/rollouts';
  const read = async (id: string): Promise<Rollout> => (await api.get<Rollout>(`${path}/${id}`, { key })).body;
  return {
    start: (body: Partial<StartRollout>) => api.post<Rollout>(path, { key, body }),
    read,
    change: (id: string, change: 'pause' | 'resume' | 'cancel') =>
      api.post<Rollout>(`${path}/${id}/${change}`, { key }),
    /** Waits until the rollout is in a state that `holds` accepts. */
    reaches: (id: string, what: string, holds: (rollout: Rollout) => boolean): Promise<Rollout> =>
      until(what, () => read(id), holds, REACHED_MS),
    devices: async (id: string): Promise<RolloutDevice[]> =>
      (await api.get<RolloutDevice[]>(`${path}/${id}/devices?page_size=500`, { key })).body,
  };
}

/** Waits for the pause between two phases of a rollout, and ends it. */
export async function endPause({ db }: Pick<Stack, 'db'>, id: string): Promise<void> {
  const rollout = db.selectFrom('firmware_rollouts').select('next_phase_at').where('id', '=', id);
  const isPause = async (): Promise<boolean> => (await rollout.executeTakeFirstOrThrow()).next_phase_at !== null;
  await until('the pause between the phases', isPause, Boolean, REACHED_MS);
  await sql`update firmware_rollouts set next_phase_at = now() where id = ${id}::uuid`.execute(db);
  await sql`
    update jobs.job set start_after = now()
    where name = 'firmware-rollout' and state = 'created' and data ->> 'rollout_id' = ${id}`.execute(db);
}
