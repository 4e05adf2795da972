import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '@belfry/schemas/domain/configuration';
import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

type DeviceConfigRow = Row<'device_configs'>;

/** The version of a configuration that no user has saved; its row has the default settings. */
export const UNSAVED_VERSION = 0;

export type ConfiguredDevice = {
  device_id: number;
  serial: string;
  user_id: number | null;
  company_id: number | null;
  created_at: Date;
  device_version: string | null;
  config: DeviceConfigRow | null;
};

export async function findConfiguredDevice(
  db: Kysely<Database>,
  serial: string,
): Promise<ConfiguredDevice | undefined> {
  const device = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.device_id')
    .select(['devices.device_id', 'serial', 'user_id', 'company_id', 'created_at', 'device_state.device_version'])
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

/**
 * Merges settings into the desired configuration, or into the defaults, and increments its version. One statement, so
 * that concurrent saves do not lose an update.
 * @param version the save changes nothing and returns false where another version is stored
 */
export async function saveDesired(
  db: Kysely<Database>,
  deviceId: number,
  settings: Partial<DeviceSettings>,
  { version, savedBy }: { version?: number | undefined; savedBy: number },
): Promise<boolean> {
  const first = { ...DEFAULT_DEVICE_SETTINGS, ...settings };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('device_configs')
    .values({ device_id: deviceId, version: 1, desired: JSON.stringify(first), saved_by: savedBy })
    .onConflict((conflict) => {
      const update = conflict.column('device_id').doUpdateSet({
        version: sql`device_configs.version + 1`,
        desired: sql`device_configs.desired || ${JSON.stringify(settings)}::jsonb`,
        updated_at: sql`now()`,
        saved_by: savedBy,
      });
      return version === undefined ? update : update.where('device_configs.version', '=', version);
    })
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteConfigurations(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`delete from device_configs where device_id = any(${deviceIds}::int4[])`.execute(trx);
}
