import { startDevice, type Device, type DeviceOptions } from '@belfry/device-firmware-sim/device/device';
import { createContentStore } from '@belfry/device-firmware-sim/firmware/content-store';
import type { NewDevice } from '@belfry/api/features/devices/devices.repository';
import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { firmwareHttp, type ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { rolloutsHttp, type Rollout } from '@belfry/schemas/http/firmware/rollouts';
import { sql } from 'kysely';
import { createDevice } from './factories.ts';
import { fastClock } from './devices/fast-clock.ts';
import type { Caller, HttpClient, SentAs } from './http-client.ts';
import type { Stack } from './stack.ts';
import { until } from './until.ts';

/** A trial of a minute lasts twenty seconds, which suffices on a busy machine, too. */
const CLOCK_FACTOR = 3;
const REACHED_MS = 300_000;
const SPEED = 1_000;
const ONLINE_POLL_MS = 200;
/** With the fast clock a third of this: until all are there, and later, none is silent for so long that it counts as offline. */
const INTERVAL_MS = PRESENCE_TIMEOUT_MS;

/** Creates an archive from the installed source. */
export async function createArchive(api: Pick<HttpClient, 'call'>, caller: Caller): Promise<ClientArchive> {
  const { status, body } = await api.call(firmwareHttp.createArchive, caller);
  if (status !== 200) throw new Error(`no archive: ${status} ${JSON.stringify(body)}`);
  return body.archive;
}

/** Uploads an archive that was signed elsewhere. */
export const uploadArchive = (
  api: Pick<HttpClient, 'call'>,
  caller: Caller,
  { bytes, ...fields }: { filename: string; signature: string; bytes: NonNullable<SentAs['body']> },
) =>
  api.call(firmwareHttp.uploadArchive, caller, fields, {
    body: bytes,
    headers: { 'content-type': 'application/zstd' },
  });

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
    const common = { mqttUrl: stack.mqttUrl, apiUrl, contents, clock, speed: SPEED, intervalMs: INTERVAL_MS };
    const device = startDevice({ ...common, ...options });
    devices.set(device.serial, device);
    return device;
  };
  for (let made = 0; made < count; made++) {
    const { serial, device_key } = await createDevice(stack, overrides);
    const device = start({ serial, deviceKey: device_key });
    device.flash.memory.device_version = '3.3';
  }
  /** What is known of those that are not online. */
  const missing = async (): Promise<string[]> => {
    const rows = await stack.db
      .selectFrom('devices as d')
      .innerJoin('device_state as s', 's.device_id', 'd.device_id')
      .select(['d.serial', 's.reported_status', 's.silent'])
      .where('d.serial', 'in', [...devices.keys()])
      .where('s.status', '!=', 'online')
      .execute();
    return rows.map(({ serial, reported_status, silent }) => {
      const link = devices.get(serial)?.isConnected ? 'connected' : 'not connected';
      return `${serial}: ${link}, ${reported_status}${silent ? ', silent' : ''}`;
    });
  };
  await until('all devices are online', missing, (found) => found.length === 0, REACHED_MS, ONLINE_POLL_MS);
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

/** A rollout as soon as it holds. */
export const untilRollout = (
  api: Pick<HttpClient, 'call'>,
  caller: Caller,
  rollout_id: string,
  holds: (rollout: Rollout) => boolean,
): Promise<Rollout> =>
  until('the rollout', async () => (await api.call(rolloutsHttp.read, caller, { rollout_id })).body, holds, REACHED_MS);

/** Waits for the pause between two phases of a rollout, and ends it. */
export async function endPauseOfRollout({ db }: Pick<Stack, 'db'>, id: string): Promise<void> {
  const rollout = db.selectFrom('firmware_rollouts').select('next_phase_at').where('id', '=', id);
  const isPause = async (): Promise<boolean> => (await rollout.executeTakeFirstOrThrow()).next_phase_at !== null;
  await until('the pause between the phases', isPause, Boolean, REACHED_MS);
  await sql`update firmware_rollouts set next_phase_at = now() where id = ${id}::uuid`.execute(db);
  await sql`
    update jobs.job set start_after = now()
    where name = 'firmware-rollout' and state = 'created' and data ->> 'rollout_id' = ${id}`.execute(db);
}
