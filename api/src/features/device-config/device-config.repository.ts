import {
  DEFAULT_DEVICE_SETTINGS,
  type DesiredConfig,
  type DeviceSettings,
  type ReportedConfig,
} from '@belfry/schemas/domain/configuration';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type pg from 'pg';
import { int4Array, instantArray, textArray } from '../../db/binary-arrays.ts';
import type { Database } from '../../db/database.ts';
import type { DeviceConfigRow } from './device-config.table.ts';

/** Version of a configuration that nobody has saved yet; the table holds the defaults beside it. */
export const UNSAVED_VERSION = 0;

export type ConfiguredDevice = {
  device_id: number;
  serial: string;
  user_id: number | null;
  created_at: Date;
  device_version: string | null;
  config: DeviceConfigRow | null;
};

/** A device with its configuration row, if it has one. */
export async function findConfiguredDevice(
  db: Kysely<Database>,
  serial: string,
): Promise<ConfiguredDevice | undefined> {
  const device = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.device_id')
    .select(['devices.device_id', 'serial', 'user_id', 'created_at', 'device_state.device_version'])
    .where('serial', '=', serial)
    .executeTakeFirst();
  if (!device) return undefined;
  const config = await db
    .selectFrom('device_configs')
    .selectAll()
    .where('device_id', '=', device.device_id)
    .executeTakeFirst();
  return { ...device, config: config ?? null };
}

/** Merges settings over what is desired, or over the defaults, and counts the version up. One statement: no lost update. */
export async function saveDesired(
  db: Kysely<Database> | Transaction<Database>,
  deviceId: number,
  settings: Partial<DeviceSettings>,
): Promise<void> {
  const first = { ...DEFAULT_DEVICE_SETTINGS, ...settings };
  await db
    .insertInto('device_configs')
    .values({ device_id: deviceId, version: 1, desired: JSON.stringify(first) })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({
        version: sql`device_configs.version + 1`,
        desired: sql`device_configs.desired || ${JSON.stringify(settings)}::jsonb`,
        updated_at: sql`now()`,
      }),
    )
    .execute();
}

/** Keeps what devices say they run with. A device without a row gets one of the unsaved version. */
export async function storeReported(
  pool: pg.Pool,
  reports: readonly { serial: string; config: ReportedConfig; receivedAt: number }[],
): Promise<void> {
  await pool.query({
    name: 'store-reported-configs',
    text: `
      insert into device_configs (device_id, version, desired, reported, reported_version, reported_at)
      select d.device_id, ${UNSAVED_VERSION}, $5::jsonb, b.config::jsonb, b.version, b.received_at
      from unnest($1::text[], $2::text[], $3::int4[], $4::timestamptz[]) as b (serial, config, version, received_at)
      join devices d on d.serial = b.serial
      on conflict (device_id) do update set reported = excluded.reported, reported_version = excluded.reported_version,
        reported_at = excluded.reported_at`,
    values: [
      textArray(reports.map(({ serial }) => serial)),
      textArray(reports.map(({ config }) => JSON.stringify(config))),
      int4Array(reports.map(({ config }) => config.version)),
      instantArray(reports.map(({ receivedAt }) => receivedAt)),
      JSON.stringify(DEFAULT_DEVICE_SETTINGS),
    ],
  });
}

/** Of these devices the configurations that were saved and that the device does not report. */
export async function findUnapplied(
  pool: pg.Pool,
  serials: readonly string[],
): Promise<{ serial: string; desired: DesiredConfig }[]> {
  const { rows } = await pool.query<{ serial: string; version: number; desired: DeviceSettings }>({
    name: 'find-unapplied-configs',
    text: `select d.serial, c.version, c.desired
      from devices d join device_configs c on c.device_id = d.device_id
      where d.serial = any($1::text[]) and c.version > ${UNSAVED_VERSION} and c.version is distinct from c.reported_version`,
    values: [serials],
  });
  return rows.map(({ serial, version, desired }) => ({ serial, desired: { version, ...desired } }));
}

/** Forgets what devices were to run with and what they reported. */
export async function deleteConfigurations(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`delete from device_configs where device_id = any(${int4Array(deviceIds)}::int4[])`.execute(trx);
}
