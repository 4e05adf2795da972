import type { DeviceMode } from '@belfry/schemas/domain/device';
import type pg from 'pg';

export type DeviceCredentials = {
  device_id: number;
  serial: string;
  user_id: number | null;
  device_mode: DeviceMode;
  key_hash: Buffer | null;
};

/** The credentials of devices by serial. Unknown serials are absent. */
export async function findCredentials(pool: pg.Pool, serials: string[]): Promise<Map<string, DeviceCredentials>> {
  const { rows } = await pool.query<DeviceCredentials>({
    name: 'device-credentials',
    text: `select device_id, serial, user_id, device_mode, key_hash from devices where serial = any($1)`,
    values: [serials],
  });
  return new Map(rows.map((row) => [row.serial, row]));
}
